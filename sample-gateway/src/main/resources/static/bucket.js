/** A bucket that is drawn as one: as full as it was when last heard of, and what has dripped in since. */

const TOP = 44;
const BOTTOM = 140;
// More drops than that in a second are drawn as a stream.
const DROPS_PER_SECOND = 10;
const SECONDS = { ms: 0.001, s: 1, min: 60, h: 3600, d: 86400 };

const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Bucket {
  #element;
  #parts = {};
  // The level was this many tokens at that time, in milliseconds; null while nobody knows.
  #last = null;
  #limit = null;
  #plan = null;
  #shown = 0;
  #drawnAt = 0;
  #path = '';
  #flying = 0;
  #sent = 0;

  constructor(element, template) {
    this.#element = element;
    element.append(template.content.cloneNode(true));
    for (const name of ['drop', 'water', 'spill', 'bucket', 'count b', 'count span', 'fill', 'limit']) {
      this.#parts[name] = element.querySelector(`.${name}`);
    }
  }

  /** What the endpoint reads of it: without limits, it does not know either. */
  read(document, now) {
    const limit = document.limits?.[0];
    if (!limit) {
      this.forget();
      return;
    }
    this.allows(limit);
    this.#plan = document.plan ?? null;
    this.#last = { level: limit.capacity - seconds(limit['full-in']) * this.#limit.perSecond, at: now };
  }

  /** Under which limit it is, as the endpoint writes it, where the bucket itself cannot be read. */
  allows(limit) {
    this.#limit = { capacity: limit.capacity, perSecond: perSecond(limit['refill-rate']), text: limit['refill-rate'] };
  }

  /** A key of which nobody has heard has a full bucket. */
  startFull(now) {
    if (this.#sent === 0 && this.#limit) {
      this.#last = { level: this.#limit.capacity, at: now };
    }
  }

  forget() {
    this.#last = null;
  }

  /** Tells that a request is under way; the result takes its answer. */
  expect() {
    const first = this.#flying++ === 0;
    const number = ++this.#sent;
    return (answer, now) => {
      this.#flying--;
      // Answers overtake each other: of those under way together, the lowest is the latest.
      this.#hear(answer, now, first && number === this.#sent);
      this.#move(answer.kind);
    };
  }

  #hear(answer, now, alone) {
    const state = /;r=(\d+)/.exec(answer.state ?? '');
    const policy = /;q=(\d+);w=(\d+)/.exec(answer.policy ?? '');
    if (!this.#element.hasAttribute('data-by-headers') || answer.kind === 'failed') {
      return;
    }
    if (!state || !policy) {
      this.forget();
      return;
    }
    const [capacity, window] = [Number(policy[1]), Number(policy[2])];
    this.#limit = { capacity, perSecond: capacity / window, text: this.#limit?.text ?? `${capacity}/${window}s` };
    const level = Number(state[1]);
    this.#last = { level: alone ? level : Math.min(level, this.#levelAt(now) ?? level), at: now };
  }

  #levelAt(now) {
    if (!this.#last || !this.#limit) {
      return null;
    }
    const dripped = ((now - this.#last.at) / 1000) * this.#limit.perSecond;
    return Math.max(0, Math.min(this.#limit.capacity, this.#last.level + dripped));
  }

  #move(kind) {
    if (calm.matches) {
      return;
    }
    if (kind.startsWith('denied')) {
      this.#parts.bucket.animate(
        [0, -3, 3, 0].map(x => ({ transform: `translateX(${x}px)` })), { duration: 160 });
    } else if (kind.startsWith('allowed')) {
      this.#parts.spill.animate(
        [{ opacity: 1 }, { opacity: 0, transform: 'translateY(9px)' }], { duration: 300, easing: 'ease-in' });
    }
  }

  draw(now) {
    const level = this.#levelAt(now);
    const element = this.#element;
    const refilling = level !== null && level < this.#limit.capacity;
    mark(element, 'known', String(level !== null));
    mark(element, 'refilling', refilling ? (this.#limit.perSecond > DROPS_PER_SECOND ? 'stream' : 'drops') : 'no');
    if (level === null) {
      this.#write('unknown', '', this.#limit ? 'this gateway decides alone' : '');
    } else {
      const tokens = Math.floor(level + 1e-6);
      const fullIn = (this.#limit.capacity - level) / this.#limit.perSecond;
      this.#write(
        String(tokens),
        `of ${this.#limit.capacity}`,
        refilling ? `${tokens === 0 ? 'empty, ' : ''}full in ${fullIn.toFixed(1)} s` : 'full');
    }
    this.#paint(level === null ? 0 : level / this.#limit.capacity, now);
  }

  #write(count, of, fill) {
    put(this.#parts['count b'], count);
    put(this.#parts['count span'], of);
    put(this.#parts.fill, fill);
    put(this.#parts.limit, this.#limit
      ? `${this.#plan ? `plan ${this.#plan}: ` : ''}${this.#limit.capacity} tokens, ${this.#limit.text}` : '');
  }

  #paint(fraction, now) {
    // The eye follows a level that moves better than one that jumps.
    const step = calm.matches ? 1 : Math.min(1, (now - this.#drawnAt) / 80);
    this.#shown += (fraction - this.#shown) * step;
    this.#drawnAt = now;
    const height = this.#shown * (BOTTOM - TOP - 4);
    const slant = (height / (BOTTOM - TOP)) * 16;
    const [y, left, right] = [BOTTOM - height, 30 - slant, 90 + slant].map(Math.round);
    const path = `M${left} ${y}L30 ${BOTTOM}H90L${right} ${y}z`;
    // Most of the time it is full and still, and costs nothing.
    if (path !== this.#path) {
      this.#path = path;
      this.#parts.water.setAttribute('d', path);
      this.#element.style.setProperty('--depth', `${y - 16}px`);
      this.#element.style.setProperty('--interval', `${1 / (this.#limit?.perSecond ?? 1)}s`);
    }
  }
}

function put(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

function mark(element, name, value) {
  if (element.dataset[name] !== value) {
    element.dataset[name] = value;
  }
}

/** `5/s`, `1/10s`, `100/min`. */
function perSecond(rate) {
  const [, tokens, count, unit] = /^(\d+)\/(\d*)(ms|s|min|h|d)$/.exec(rate);
  return Number(tokens) / ((Number(count) || 1) * SECONDS[unit]);
}

/** `PT3.92S`, `PT1H2M3S`. */
function seconds(duration) {
  const [, hours = 0, minutes = 0, rest = 0] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration);
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}
