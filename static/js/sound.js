// Small sounds, made on the spot. The page asks for this only where they are switched on. Without imports: table.js is served
// in one piece, and its parts must not run twice.

const seat = document.getElementById("seat");
const covered = () => document.querySelectorAll(".column > .back").length;
let audio, outcome = "", backs = covered();

/** One knock of paper: filtered noise that dies away; `tone` in Hz, `length` in seconds. */
function knock(tone, length, at = 0) {
  const frames = audio.sampleRate * length, buffer = audio.createBuffer(1, frames, audio.sampleRate), data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const noise = new AudioBufferSourceNode(audio, {buffer}), filter = new BiquadFilterNode(audio, {type: "bandpass", frequency: tone, Q: 1.2});
  noise.connect(filter).connect(new GainNode(audio, {gain: .35})).connect(audio.destination);
  noise.start(audio.currentTime + at);
}

/** One note that rings out. */
function ring(tone, at = 0, length = .35) {
  const note = new OscillatorNode(audio, {type: "triangle", frequency: tone}), gain = new GainNode(audio, {gain: 0}), begin = audio.currentTime + at;
  gain.gain.setValueAtTime(.12, begin);
  gain.gain.exponentialRampToValueAtTime(.001, begin + length);
  note.connect(gain).connect(audio.destination);
  note.start(begin);
  note.stop(begin + length);
}

seat.addEventListener("klondaily:shown", ({detail: {text}}) => {
  audio ||= new AudioContext();
  if (text === "draw") knock(2400, .09);
  else if (text === "redeal") [0, .05, .1].forEach(at => knock(1800, .08, at));
  else if (text?.endsWith("-F")) ring(880), knock(1500, .05);
  else if (text?.includes("-")) knock(1300, .07);
  if (backs > (backs = covered())) knock(2900, .05, .12);
  if (outcome !== (outcome = document.getElementById("table").dataset.outcome || "") && outcome === "won") [523, 659, 784, 1047].forEach((tone, at) => ring(tone, at * .13, .6));
});

// A level of the castles runs out of time: a bell at the last minute and half of it, a clock for the last fifteen seconds.
seat.addEventListener("klondaily:left", ({detail: {left}}) => {
  if (left !== 59 && left !== 29 && left >= 15) return;
  audio ||= new AudioContext();
  if (left >= 15) [660, 550].forEach((tone, at) => ring(tone, at * .18, .5));
  else if (left) knock(left % 2 ? 2900 : 2300, .05), left < 5 && ring(880, 0, .15);
  else ring(220, 0, .8);
});
