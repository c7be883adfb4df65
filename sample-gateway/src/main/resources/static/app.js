/** Puts the page together: events and answers in, drawings out. */

import { Bucket } from './bucket.js';
import { send } from './requests.js';
import { Store } from './store.js';
import { Timeline } from './timeline.js';

const BURST = 30;
// So many under way at most: a gateway that hangs is not to be buried under a steady rate.
const MOST_UNDER_WAY = 120;
const SUMMARY_MILLIS = 1000;

const byId = id => document.getElementById(id);

const buckets = {};
for (const element of byId('buckets').children) {
  buckets[element.dataset.bucket] = new Bucket(element, byId('bucket'));
}
const store = new Store(byId('store-state'), byId('store-text'), byId('pause'));
const timeline = new Timeline(byId('line'));

const events = new EventSource('/demo/events');
events.addEventListener('message', event => {
  const now = performance.now();
  const { gateway, buckets: readings } = JSON.parse(event.data);
  store.show(gateway.store?.state ?? 'unknown');
  Object.entries(readings).forEach(([name, reading]) => buckets[name].read(reading, now));
  const keys = gateway.filters?.find(filter => filter.bucket === 'keys.0');
  if (keys) {
    buckets.key.allows(keys.limits[0]);
    buckets.key.startFull(now);
  }
  if (store.isDegraded) {
    buckets.key.forget();
  }
});
events.addEventListener('error', () => store.show('lost'));

let underWay = 0;
let unsaid = [];

async function request(caller) {
  if (underWay >= MOST_UNDER_WAY) {
    return;
  }
  underWay++;
  const hear = buckets[caller].expect();
  const answer = await send(caller);
  underWay--;
  const now = performance.now();
  hear(answer, now);
  timeline.add(answer, caller, now);
  count(answer.kind);
  showLast(answer);
}

function count(kind) {
  const counter = document.querySelector(`#legend [data-kind="${kind}"] b`);
  counter.textContent = Number(counter.textContent) + 1;
}

function showLast(answer) {
  byId('last-request').textContent = answer.request;
  byId('last-status').textContent = answer.status;
  byId('last-state').textContent = answer.state ?? 'none';
  byId('last-policy').textContent = answer.policy ?? 'none';
  byId('last-retry').textContent = answer.retryAfter === null ? 'none' : `${answer.retryAfter} s`;
  // Said at most once a second: a screen reader could not follow thirty.
  if (unsaid.push(answer.kind) === 1) {
    setTimeout(say, SUMMARY_MILLIS);
  }
}

function say() {
  const kinds = Map.groupBy(unsaid, kind => kind);
  const parts = [...kinds].map(([kind, all]) => `${all.length} ${kind.replace('-alone', ' without Redis')}`);
  byId('summary').textContent = `In the last second: ${parts.join(', ')}.`;
  unsaid = [];
}

const caller = () => document.querySelector('input[name="caller"]:checked').value;

function markCaller() {
  for (const element of byId('buckets').children) {
    element.classList.toggle('chosen', element.dataset.bucket === caller());
  }
}

document.querySelectorAll('input[name="caller"]').forEach(input => input.addEventListener('change', markCaller));
markCaller();

byId('one').addEventListener('click', () => request(caller()));
byId('burst').addEventListener('click', () => {
  for (let i = 0; i < BURST; i++) {
    request(caller());
  }
});
byId('export').addEventListener('click', () => request('export'));

let steady;
byId('rate').addEventListener('input', event => {
  const rate = Number(event.target.value);
  clearInterval(steady);
  byId('rate-text').textContent = rate === 0 ? 'off' : `${rate} per second`;
  if (rate > 0) {
    steady = setInterval(() => request(caller()), 1000 / rate);
  }
});
byId('rate').dispatchEvent(new Event('input'));

function draw() {
  const now = performance.now();
  Object.values(buckets).forEach(bucket => bucket.draw(now));
  timeline.draw(now);
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);
