/** The answers of the last seconds: a dot for each, piled up in columns of a fifth of a second, the latest at the right. */

const SVG = 'http://www.w3.org/2000/svg';
const COLUMN_MILLIS = 200;
const DOT = 10;
const ROWS = 10;
const HEIGHT = ROWS * DOT;
// What does not fit into a column goes to the next, beyond what is now.
const AHEAD = 5 * DOT;
const TICK_SECONDS = 2;

const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Timeline {
  #svg;
  #ticks = node('g', { class: 'ticks' });
  #dots = node('g', { class: 'dots' });
  #columns = new Map();
  #width = 0;

  constructor(svg) {
    this.#svg = svg;
    svg.append(this.#ticks, this.#dots);
    new ResizeObserver(() => this.#resize()).observe(svg);
    this.#resize();
  }

  add(answer, caller, now) {
    let column = columnAt(now);
    while ((this.#columns.get(column)?.length ?? 0) === ROWS) {
      column++;
    }
    const pile = this.#columns.get(column) ?? [];
    const dot = node('use', {
      href: `#shape-${answer.kind}`,
      'data-kind': answer.kind,
      x: column * DOT,
      y: HEIGHT - (pile.length + 1) * DOT,
      width: DOT - 1,
      height: DOT - 1,
    });
    const title = node('title', {});
    title.textContent = `${caller}: ${answer.status}`;
    dot.append(title);
    this.#dots.append(dot);
    pile.push(dot);
    this.#columns.set(column, pile);
  }

  draw(now) {
    if (this.#columns.size === 0) {
      return;
    }
    const at = calm.matches ? now - (now % 1000) : now;
    const x = this.#width - AHEAD - (at / COLUMN_MILLIS) * DOT;
    this.#dots.setAttribute('transform', `translate(${x.toFixed(1)} 0)`);
    for (const [column, pile] of this.#columns) {
      if (column * DOT + x < -DOT) {
        pile.forEach(dot => dot.remove());
        this.#columns.delete(column);
      }
    }
  }

  #resize() {
    this.#width = this.#svg.clientWidth;
    const ticks = [];
    for (let ago = 0; ; ago += TICK_SECONDS) {
      const x = this.#width - AHEAD - (ago * 1000 / COLUMN_MILLIS) * DOT;
      if (x < 0) {
        break;
      }
      ticks.push(node('path', { d: `M${x} 0V${HEIGHT + 4}` }));
      if (x > 20) {
        const label = node('text', { x, y: HEIGHT + 18, 'text-anchor': 'middle' });
        label.textContent = ago === 0 ? 'now' : `-${ago} s`;
        ticks.push(label);
      }
    }
    this.#ticks.replaceChildren(...ticks);
  }
}

function columnAt(now) {
  return Math.floor(now / COLUMN_MILLIS);
}

function node(name, attributes) {
  const element = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([attribute, value]) => element.setAttribute(attribute, value));
  return element;
}
