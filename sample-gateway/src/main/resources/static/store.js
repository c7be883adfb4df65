/** The state of the store in words, and the switch that pauses it. */

const TEXTS = {
  ok: 'Redis decides.',
  degraded: 'Redis does not answer; this gateway limits alone.',
  back: 'Redis decides again.',
  lost: 'The gateway does not answer.',
  unknown: 'The endpoint does not answer.',
};

export class Store {
  #state;
  #text;
  #pause;

  constructor(state, text, pause) {
    this.#state = state;
    this.#text = text;
    this.#pause = pause;
    pause.addEventListener('click', () => this.#switch(pause.ariaChecked === 'true' ? 'resume' : 'pause'));
    this.#switch('');
  }

  get isDegraded() {
    return this.#state.dataset.state === 'degraded';
  }

  show(state) {
    const last = this.#state.dataset.state;
    const next = state === 'ok' && ['degraded', 'back'].includes(last) ? 'back' : state;
    // The same words once more would be read out once more.
    if (next !== last) {
      this.#state.dataset.state = next;
      this.#state.textContent = next;
      this.#text.textContent = TEXTS[next] ?? '';
    }
  }

  async #switch(to) {
    try {
      const response = await fetch(to ? `/demo/redis/${to}` : '/demo/redis', { method: to ? 'POST' : 'GET' });
      this.#pause.disabled = !response.ok;
      if (response.ok) {
        this.#pause.ariaChecked = String((await response.json()).paused);
      } else {
        this.#pause.title = 'This gateway uses another Redis than the embedded one.';
      }
    } catch {
      // The events tell that the gateway is gone.
    }
  }
}
