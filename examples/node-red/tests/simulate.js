"use strict";
// Runs the flow without Node-RED: node simulate.js FLOW < MESSAGES. Each line of MESSAGES is {"topic", "payload"} as a broker
// delivers it. For each, it prints what the debug node shows and what the HTTP endpoint answers, as a line of JSON.
const fs = require("node:fs");

const nodes = new Map(JSON.parse(fs.readFileSync(process.argv[2], "utf8")).map((node) => [node.id, node]));
const context = new Map();
const flow = { get: (key) => context.get(key), set: (key, value) => context.set(key, value) };
let output;

function receive(node, msg) {
  if (node.type === "debug") return output.debug.push(msg.payload);
  if (node.type === "http response") return (output.answer = msg.payload);
  if (node.type !== "function") throw new Error(`${node.id}: the simulation has no ${node.type}`);
  const result = new Function("msg", "flow", "node", node.func)(msg, flow, {});
  if (result) send(node, result);
}

function send(node, msg) {
  // Node-RED gives a node a copy of a message.
  for (const id of node.wires.flat()) receive(nodes.get(id), structuredClone(msg));
}

function payloadOf(node, text) {
  return node.datatype === "json" ? JSON.parse(text) : text;
}

for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { topic, payload } = JSON.parse(line);
  output = { debug: [], answer: null };
  for (const node of nodes.values()) {
    if (node.type === "mqtt in" && node.topic === topic) send(node, { topic, payload: payloadOf(node, payload) });
  }
  send([...nodes.values()].find((node) => node.type === "http in"), { req: {}, res: {} });
  console.log(JSON.stringify(output));
}
