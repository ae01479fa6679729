"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const KIND = { range: 2, flush: 4, kernel: 6, copy: 7, call: 8, compilation: 10, wait: 11, transfer: 12 };

function time(ns) {
  const size = Math.abs(ns);
  if (size >= 1e9) return (ns / 1e9).toFixed(3) + " s";
  if (size >= 1e6) return (ns / 1e6).toFixed(3) + " ms";
  if (size >= 1e3) return (ns / 1e3).toFixed(2) + " µs";
  return Math.round(ns) + " ns";
}
function bytes(count) {
  if (count >= 1e9) return (count / 1e9).toFixed(2) + " GB";
  if (count >= 1e6) return (count / 1e6).toFixed(2) + " MB";
  if (count >= 1e3) return (count / 1e3).toFixed(1) + " kB";
  return count + " bytes";
}
const hues = new Map();
function fill(name, kind) {
  // Names that come one after another have hues far apart: a step of the golden angle.
  if (!hues.has(name)) hues.set(name, Math.round(205 + hues.size * 137.508) % 360);
  if (kind === KIND.wait) return "hsl(0 0% 62%)";
  return `hsl(${hues.get(name)} 58% ${kind === KIND.flush ? 72 : 64}%)`;
}
/** A canvas with as many pixels as the screen shows of it. */
function sized(canvas, height) {
  const scale = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  canvas.style.height = height + "px";
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  return [context, width];
}
function tip(event, text) {
  const box = $("tip");
  box.hidden = !text;
  if (!text) return;
  box.textContent = text;
  const { width, height } = box.getBoundingClientRect();
  box.style.left = Math.min(event.clientX + 14, innerWidth - width - 8) + "px";
  box.style.top = (event.clientY + 18 + height > innerHeight ? event.clientY - height - 10 : event.clientY + 18) + "px";
}

// The timeline.
const ROW = 18, HEAD = 24, AXIS = 26, LABEL = 19;
const timeline = { from: 0, to: Math.max(1, data.timeline.span), matches: [], match: -1, drawn: [] };
const lanes = data.timeline.lanes;
const names = data.timeline.names;

function layout() {
  let y = AXIS;
  for (const lane of lanes) {
    lane.y = y + LABEL;
    y = lane.y + lane.rows * ROW + (lane.intervals.length ? ROW : 0) + 6;
  }
  return y + 2;
}
function firstEndingAfter(items, moment) {
  // Items stand in the order of their starts; the longest says how far back one may begin that is still seen.
  let low = 0, high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle][0] < moment) low = middle + 1; else high = middle;
  }
  return low;
}
for (const lane of lanes) lane.longest = lane.items.reduce((most, item) => Math.max(most, item[1]), 0);

function drawTimeline() {
  const height = layout();
  const [context, width] = sized($("timeline"), height);
  const { from, to } = timeline;
  const x = (moment) => ((moment - from) / (to - from)) * width;
  const found = new Set(timeline.matches.map(([lane, item]) => lanes[lane].items[item]));
  timeline.drawn = [];
  context.fillStyle = colour("--faint");
  context.strokeStyle = colour("--line");
  const raw = (to - from) / Math.max(2, width / 130), power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw);
  for (let moment = Math.ceil(from / step) * step; moment <= to; moment += step) {
    context.beginPath();
    context.moveTo(x(moment), 0);
    context.lineTo(x(moment), height);
    context.stroke();
    context.fillText(time(moment), x(moment) + 4, 12);
  }
  for (const lane of lanes) {
    context.fillStyle = colour("--faint");
    context.fillText(lane.title, 6, lane.y - 9);
    const text = colour("--ground") === "#fff" ? "#1c2330" : "#10141a";
    for (let place = firstEndingAfter(lane.items, from - lane.longest); place < lane.items.length; place++) {
      const item = lane.items[place];
      if (item[0] > to) break;
      if (item[0] + item[1] < from) continue;
      const left = Math.max(-2, x(item[0])), right = Math.min(width + 2, x(item[0] + item[1]));
      const top = lane.y + item[3] * ROW, wide = Math.max(1, right - left);
      context.globalAlpha = found.size && !found.has(item) ? 0.3 : 1;
      context.fillStyle = item[4] === KIND.range && item[5] ? "#" + (item[5] & 0xffffff).toString(16).padStart(6, "0") : fill(names[item[2]], item[4]);
      context.fillRect(left, top, wide, ROW - 2);
      if (wide > 34) {
        context.fillStyle = text;
        context.save();
        context.beginPath();
        context.rect(left, top, wide - 3, ROW);
        context.clip();
        context.fillText(names[item[2]], left + 4, top + ROW / 2);
        context.restore();
      }
      timeline.drawn.push([left, top, left + wide, top + ROW - 2, item, lane]);
    }
    context.globalAlpha = 1;
    const low = lane.y + lane.rows * ROW;
    context.fillStyle = colour("--accent");
    for (const [start, count, busy] of lane.intervals) {
      if (start > to || start + data.timeline.interval < from) continue;
      const left = x(start), wide = Math.max(1, x(start + data.timeline.interval) - left);
      const tall = Math.max(1, Math.min(1, busy / data.timeline.interval) * (ROW - 3));
      context.fillRect(left, low + ROW - 2 - tall, wide, tall);
      timeline.drawn.push([left, low, left + wide, low + ROW - 2, [start, busy, count], null]);
    }
  }
  const current = timeline.matches[timeline.match];
  if (current) {
    const item = lanes[current[0]].items[current[1]];
    context.strokeStyle = colour("--ink");
    context.lineWidth = 2;
    context.strokeRect(x(item[0]), lanes[current[0]].y + item[3] * ROW, Math.max(2, x(item[0] + item[1]) - x(item[0])), ROW - 2);
    context.lineWidth = 1;
  }
  $("timeline").dataset.view = `${Math.round(from)} ${Math.round(to)}`;
}
function view(from, to) {
  const span = Math.max(1, data.timeline.span), least = Math.min(100, span);
  const size = Math.min(span, Math.max(least, to - from));
  timeline.from = Math.min(Math.max(0, from), span - size);
  timeline.to = timeline.from + size;
  requestAnimationFrame(drawTimeline);
}
function zoom(factor, part = 0.5) {
  const size = timeline.to - timeline.from, middle = timeline.from + size * part;
  view(middle - size * factor * part, middle + size * factor * (1 - part));
}
function describe(item) {
  const values = item.slice(5, 9), kind = item[4];
  const lines = [names[item[2]], `${time(item[1])} from ${time(item[0])} on`];
  if (kind === KIND.copy || kind === KIND.transfer) lines.push(`${bytes(values[0])}, ${(values[0] / Math.max(1, item[1])).toFixed(2)} GB/s`);
  if (kind === KIND.flush) lines.push(`${values[0]} instructions became ${values[1]} kernels and routines${values[2] ? `; planned in ${time(values[3])}` : ""}`);
  if (item[9] >= 0) lines.push(names[item[9]]);
  return lines.join("\n");
}
function hit(event) {
  const box = $("timeline").getBoundingClientRect();
  const x = event.clientX - box.left, y = event.clientY - box.top;
  for (let place = timeline.drawn.length - 1; place >= 0; place--) {
    const [left, top, right, bottom, item, lane] = timeline.drawn[place];
    if (x >= left - 1 && x <= right + 1 && y >= top && y <= bottom) return [item, lane];
  }
  return null;
}
function search() {
  const wanted = $("search").value.trim().toLowerCase();
  timeline.matches = [];
  timeline.match = -1;
  if (wanted) {
    const hits = names.map((name) => name.toLowerCase().includes(wanted));
    lanes.forEach((lane, number) => lane.items.forEach((item, place) => { if (hits[item[2]]) timeline.matches.push([number, place]); }));
  }
  $("found").textContent = wanted ? `${timeline.matches.length} found` : "";
  if (timeline.matches.length) go(1); else requestAnimationFrame(drawTimeline);
}
function go(step) {
  const count = timeline.matches.length;
  if (!count) return;
  timeline.match = (timeline.match + step + count) % count;
  const [lane, place] = timeline.matches[timeline.match], item = lanes[lane].items[place];
  $("found").textContent = `${timeline.match + 1} of ${count} found`;
  // What was found takes a sixth of the width, with what stands around it.
  const size = item[1] * 6, middle = item[0] + item[1] / 2;
  view(middle - size / 2, middle + size / 2);
}
{
  const canvas = $("timeline");
  const pointers = new Map();
  let pinch = 0;
  const about = (event) => {
    const found = hit(event);
    if (!found) return "";
    const [item, lane] = found;
    return lane ? describe(item) : `${item[2]} short events, busy ${time(item[1])} of ${time(data.timeline.interval)}`;
  };
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    if (event.shiftKey) {
      const move = ((event.deltaY || event.deltaX) / box.width) * (timeline.to - timeline.from);
      view(timeline.from + move, timeline.to + move);
    } else zoom(Math.exp(event.deltaY * 0.002), (event.clientX - box.left) / box.width);
  }, { passive: false });
  canvas.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, event);
    canvas.setPointerCapture(event.pointerId);
    // A finger does not hover: what it taps at is told until it taps again.
    if (event.pointerType === "touch") tip(event, about(event));
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return tip(event, about(event));
    pointers.set(event.pointerId, event);
    const width = canvas.clientWidth, size = timeline.to - timeline.from;
    if (pointers.size === 1) {
      const move = ((before.clientX - event.clientX) / width) * size;
      view(timeline.from + move, timeline.to + move);
    } else if (pointers.size === 2) {
      const [one, other] = [...pointers.values()], apart = Math.abs(one.clientX - other.clientX);
      if (pinch && apart) zoom(pinch / apart, ((one.clientX + other.clientX) / 2 - canvas.getBoundingClientRect().left) / width);
      pinch = apart;
    }
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => { pointers.delete(event.pointerId); pinch = 0; });
  canvas.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") tip(event, ""); });
  canvas.addEventListener("dblclick", (event) => {
    const found = hit(event);
    if (found && found[1]) view(found[0][0] - found[0][1] * 0.1, found[0][0] + found[0][1] * 1.1);
  });
  canvas.addEventListener("keydown", (event) => {
    const size = timeline.to - timeline.from;
    const act = { "+": () => zoom(0.5), "-": () => zoom(2), ArrowLeft: () => view(timeline.from - size / 5, timeline.to - size / 5),
      ArrowRight: () => view(timeline.from + size / 5, timeline.to + size / 5) }[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  $("search").addEventListener("input", search);
  $("search").addEventListener("keydown", (event) => { if (event.key === "Enter") go(event.shiftKey ? -1 : 1); });
  $("next").onclick = () => go(1);
  $("previous").onclick = () => go(-1);
  $("zoom-in").onclick = () => zoom(0.5);
  $("zoom-out").onclick = () => zoom(2);
  $("zoom-all").onclick = () => view(0, data.timeline.span);
}

// What the devices did.
function fillBusy() {
  const make = (parent, tag, text = "") => { const part = document.createElement(tag); part.textContent = text; parent.append(part); return part; };
  for (const { device, named, others } of data.busy) {
    const parts = others ? [...named, ["others", others]] : named;
    const sum = parts.reduce((total, part) => total + part[1], 0), whole = Math.max(1, sum, data.timeline.span);
    const share = (ns) => `${(100 * ns / whole).toFixed(1)} %`;
    const figure = make($("busy"), "figure");
    make(figure, "figcaption", `${device}: busy for ${time(sum)} of ${time(data.timeline.span)}${sum > data.timeline.span ? ", several streams at a time" : ` (${share(sum)})`}`);
    const stack = make(figure, "div"), key = make(figure, "ul");
    stack.className = "stack";
    key.className = "key";
    for (const [name, ns] of parts) {
      const bar = make(stack, "span"), entry = make(key, "li"), text = `${name}: ${time(ns)}, ${share(ns)}`;
      bar.style.width = share(ns).replace(" ", "");
      bar.style.background = make(entry, "i").style.background = fill(name, KIND.kernel);
      bar.title = text;
      entry.append(text);
    }
  }
  $("busy-section").hidden = !data.busy.length;
}

// Memory over time.
function drawMemory() {
  if (!data.memory.length) { $("memory-section").hidden = true; return; }
  const height = 150, [context, width] = sized($("memory"), height);
  const most = Math.max(1, ...data.memory.flatMap((device) => device.points.map((point) => Math.max(point[1], point[2]))));
  const x = (moment) => (moment / Math.max(1, data.timeline.span)) * width, y = (count) => height - 8 - (count / most) * (height - 34);
  data.memory.forEach((device, number) => {
    for (const [place, alpha] of [[2, 0.25], [1, 0.85]]) {
      context.beginPath();
      let before = y(0);
      context.moveTo(0, before);
      for (const point of device.points) {
        context.lineTo(x(point[0]), before);
        context.lineTo(x(point[0]), (before = y(point[place])));
      }
      context.lineTo(width, before);
      context.lineTo(width, y(0));
      context.closePath();
      context.globalAlpha = alpha;
      context.fillStyle = `hsl(${(210 + number * 90) % 360} 60% 58%)`;
      context.fill();
    }
    context.globalAlpha = 1;
    context.fillStyle = colour("--ink");
    const [used, held] = [1, 2].map((place) => bytes(device.points.reduce((best, point) => Math.max(best, point[place]), 0)));
    const captions = [`${device.device}: at most ${used} in arrays (dark) and ${held} held (light)`, `${device.device}: ${used} in arrays, ${held} held`];
    context.fillText(captions.find((text) => context.measureText(text).width < width - 16) ?? captions[1], 8, 14 + number * 16);
  });
}
$("memory").addEventListener("pointermove", (event) => {
  const box = $("memory").getBoundingClientRect(), moment = ((event.clientX - box.left) / box.width) * data.timeline.span;
  tip(event, data.memory.map((device) => {
    const point = device.points.filter((point) => point[0] <= moment).pop() || [0, 0, 0];
    return `${device.device} at ${time(moment)}: ${bytes(point[1])} in arrays, ${bytes(point[2])} held`;
  }).join("\n"));
});
$("memory").addEventListener("pointerleave", (event) => tip(event, ""));

// Python's calls.
const functions = data.python.functions.map(([file, line, name, calls, own, total]) => ({ file, line, name, calls, own, total, callees: [], called: 0 }));
for (const [callee, caller, calls, own, total] of data.python.calls) {
  if (callee === caller) continue;
  functions[caller].callees.push({ to: callee, calls, own, total });
  functions[callee].called += total;
}
// cuprust's own code has no frame: its callees stand below its callers, each with its part of the time. Imports are one frame.
const IMPORTS = functions.push({ file: "", line: 0, name: "imports", calls: 0, own: 0, total: 0, callees: [], called: 0 }) - 1;
const isImport = (each) => each.file.startsWith("<frozen importlib") || each.name === "<built-in method builtins.__import__>";
const runsModules = (each) => each.name === "<built-in method builtins.exec>";
const isFolded = (each) => each.file.startsWith("<cuprust>/") || each.file.startsWith("<frozen runpy") || runsModules(each);
function unfolded(callees, seen) {
  return callees.flatMap((callee) => {
    const each = functions[callee.to];
    if (isImport(each)) return [{ ...callee, to: IMPORTS }];
    if (!isFolded(each)) return [callee];
    if (seen.has(callee.to) || !each.total) return [];
    const within = new Set(seen).add(callee.to);
    // Of the modules that are run, the program's takes the longest: it imports the others.
    if (runsModules(each)) return unfolded(each.callees.slice(0, 1).map((one) => ({ ...one, total: Math.min(one.total, callee.total) })), within);
    const part = Math.min(1, callee.total / each.total);
    return unfolded(each.callees, within).map(({ to, calls, own, total }) => ({ to, calls, own: own * part, total: total * part }));
  });
}
function joined(callees) {
  const sums = new Map();
  for (const { to, calls, own, total } of callees) {
    const sum = sums.get(to) ?? { to, calls: 0, own: 0, total: 0 };
    sums.set(to, { to, calls: sum.calls + calls, own: sum.own + own, total: sum.total + total });
  }
  return [...sums.values()].sort((a, b) => b.total - a.total);
}
for (const each of functions) each.callees.sort((a, b) => b.total - a.total);
for (const each of functions) each.shown = joined(unfolded(each.callees, new Set()));
let root = -1, icicles = [];
function roots() {
  const top = functions.map((each, number) => ({ to: number, total: each.total - Math.min(each.total, each.called), calls: each.calls }));
  // Of functions that call themselves, as imports do, a rest seems to have no caller.
  const found = top.filter((each) => each.total > 0 && each.total > functions[each.to].total / 2);
  return joined(unfolded(found, new Set()));
}
function drawIcicle() {
  if (!data.python.functions.length) { $("python-section").hidden = true; return; }
  const DEPTH = 14, width = $("icicle").clientWidth;
  let context = null, deepest = 0;
  icicles = [];
  const paint = (number, total, calls, left, wide, depth, above) => {
    if (wide < 1.5 || depth >= DEPTH || above.has(number)) return;
    deepest = Math.max(deepest, depth + 1);
    const each = functions[number];
    if (context) draw(each, total, left, wide, depth);
    icicles.push([left, depth * 22 + 3, left + wide, depth * 22 + 23, number, total, calls]);
    const within = new Set(above).add(number);
    // A function's callees are known in all, not for each caller: its part of their time is that of its own.
    const part = each.total > 0 ? Math.min(1, total / each.total) : 0;
    let at = left;
    for (const callee of each.shown) {
      const share = total > 0 ? Math.min(wide - (at - left), (wide * callee.total * part) / total) : 0;
      paint(callee.to, callee.total * part, callee.calls, at, share, depth + 1, within);
      at += share;
    }
  };
  const draw = (each, total, left, wide, depth) => {
    context.fillStyle = fill(each.file, KIND.kernel);
    context.fillRect(left, depth * 22 + 3, wide - 1, 20);
    if (wide > 40) {
      context.save();
      context.beginPath();
      context.rect(left, depth * 22, wide - 4, 24);
      context.clip();
      context.fillStyle = "#10141a";
      context.fillText(`${each.name}  ${time(total * 1e9)}`, left + 5, depth * 22 + 13);
      context.restore();
    }
  };
  const top = root < 0 ? roots() : [{ to: root, total: functions[root].total, calls: functions[root].calls }];
  const whole = top.reduce((sum, each) => sum + each.total, 0) || 1;
  const paintAll = () => {
    let left = 0;
    icicles = [];
    for (const each of top) {
      const wide = (width * each.total) / whole;
      paint(each.to, each.total, each.calls, left, wide, 0, new Set());
      left += wide;
    }
  };
  // The first pass says how many rows there are.
  paintAll();
  [context] = sized($("icicle"), deepest * 22 + 6);
  paintAll();
  $("path").textContent = root < 0 ? "" : `${functions[root].name} (${functions[root].file}:${functions[root].line})`;
}
function icicleAt(event) {
  const box = $("icicle").getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
  return icicles.find(([left, top, right, bottom]) => x >= left && x < right && y >= top && y <= bottom);
}
$("icicle").addEventListener("pointermove", (event) => {
  const found = icicleAt(event);
  if (!found) return tip(event, "");
  const each = functions[found[4]];
  const about = found[4] === IMPORTS ? "" : `\n${each.file}:${each.line}\n`;
  tip(event, !about ? `imports: ${time(found[5] * 1e9)} here` : `${each.name}${about}${time(found[5] * 1e9)} here; in all ${each.calls} calls, ${time(each.own * 1e9)} itself, ${time(each.total * 1e9)} with what it calls`);
});
$("icicle").addEventListener("pointerleave", (event) => tip(event, ""));
$("icicle").addEventListener("click", (event) => { const found = icicleAt(event); if (found && found[4] !== IMPORTS) { root = found[4]; drawIcicle(); } });
$("root").onclick = () => { root = -1; drawIcicle(); };

// The tables.
const show = (value, title) => {
  if (typeof value === "string") return value;
  if (value === null) return "";
  if (title.endsWith("(%)")) return value.toFixed(1);
  if (title.endsWith("(MB)")) return value.toFixed(3);
  const text = Number.isInteger(value) ? String(value) : value.toFixed(1);
  const [whole, rest] = text.split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") + (rest ? "." + rest : "");
};
// On a phone what a row is about comes first, and stays while the figures move.
const narrow = matchMedia("(max-width: 600px)").matches;
for (const table of data.tables) {
  const section = document.createElement("section");
  section.id = "table-" + table.key;
  const title = document.createElement("h2");
  title.textContent = table.title;
  const bar = document.createElement("div");
  bar.className = "bar";
  const filter = document.createElement("input");
  filter.type = "search";
  filter.placeholder = "Filter";
  filter.setAttribute("aria-label", "Filter " + table.title);
  const count = document.createElement("span");
  // A few rows are seen at a glance.
  if (table.rows.length > 5) bar.append(filter, count);
  const frame = document.createElement("div");
  frame.className = "table";
  const element = document.createElement("table"), head = element.createTHead().insertRow(), body = element.createTBody();
  frame.append(element);
  section.append(title, bar, frame);
  $("tables").append(section);
  let order = 0, ascending = false;
  const places = table.columns.map((_, place) => place);
  if (narrow) places.unshift(places.pop());
  const isText = (place) => table.rows.length > 0 && typeof table.rows[0][place] === "string";
  const fillRows = () => {
    const wanted = filter.value.trim().toLowerCase();
    const rows = table.rows.filter((row) => !wanted || row.some((value) => typeof value === "string" && value.toLowerCase().includes(wanted)));
    rows.sort((a, b) => (typeof a[order] === "string" ? a[order].localeCompare(b[order]) : a[order] - b[order]) * (ascending ? 1 : -1));
    body.textContent = "";
    for (const row of rows.slice(0, 500)) {
      const line = body.insertRow();
      places.forEach((place) => {
        const value = row[place], cell = line.insertCell();
        cell.textContent = show(value, table.columns[place]);
        if (typeof value === "string") cell.className = "text";
        if (table.columns[place].endsWith("(%)")) { cell.className = "share"; cell.style.setProperty("--part", value + "%"); }
      });
    }
    count.textContent = rows.length > 500 ? `500 of ${rows.length} rows` : `${rows.length} row${rows.length === 1 ? "" : "s"}`;
    [...head.cells].forEach((cell, at) => { cell.textContent = table.columns[places[at]] + (places[at] === order ? (ascending ? " ▲" : " ▼") : ""); });
  };
  places.forEach((place) => {
    const cell = document.createElement("th");
    cell.className = isText(place) ? "text" : "";
    cell.onclick = () => { ascending = order === place ? !ascending : isText(place); order = place; fillRows(); };
    head.append(cell);
  });
  filter.addEventListener("input", fillRows);
  fillRows();
}

if (data.empty.length) {
  const section = document.createElement("section"), title = document.createElement("h2"), list = document.createElement("ul");
  section.id = "empty";
  title.textContent = "Empty tables";
  for (const [table, why] of data.empty) list.appendChild(document.createElement("li")).textContent = `${table}: ${why}`;
  section.append(title, list);
  $("tables").after(section);
}

// What was found.
$("summary").textContent = [`${data.events.toLocaleString("en")} events in ${time(data.run)}`, ...data.notes.map(([key, value]) => `${key}: ${value}`)].join(" · ");
for (const text of data.warnings) { const item = document.createElement("li"); item.textContent = text; $("warnings").append(item); }
for (const { share, title, evidence, change } of data.advice) {
  const item = document.createElement("li");
  for (const [tag, name, text] of [["b", "", `${title} (${share} of the run)`], ["div", "", evidence], ["div", "change", change]]) {
    const part = document.createElement(tag);
    part.className = name;
    part.textContent = text;
    item.append(part);
  }
  $("advice").append(item);
}
if (!data.advice.length) $("advice").outerHTML = "<p>The profiler found nothing to change.</p>";
fillBusy();
function draw() { drawTimeline(); drawMemory(); drawIcicle(); }
addEventListener("resize", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
draw();
document.documentElement.dataset.ready = "yes";
