// The two questions to the server.

export class Refused extends Error {
  constructor(answer) {
    super(answer.message);
    this.answer = answer;
  }
}

async function ask(address, body, signal) {
  let reply;
  try {
    reply = await fetch(address, {method: "POST", body, signal});
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({error: "unreachable", message: "The server does not answer", try: "start autoplay web again"});
  }
  const answer = await reply.json();
  if (!reply.ok) throw new Refused(answer);
  return answer;
}

// The boards on a picture, and the refusals of what may be others.
export function read(file, wishes, signal) {
  const asked = new URLSearchParams([["lines", "1"], ...wishes]);
  if (!asked.has("fix")) asked.set("all", "1");  // a fix is about one board
  return ask(`api/read?${asked}`, file, signal).then(answer => [answer].flat());
}

export function solve(question, signal) {
  return ask("api/solve", JSON.stringify(question), signal);
}

export const limits = () => fetch("api/limits").then(reply => reply.json());
