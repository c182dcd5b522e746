// Requests to the server.

export class Refused extends Error {
  constructor(answer) {
    super(answer.message);
    this.answer = answer;
  }
}

// Turns a failed promise into an error message, unless the request was aborted.
const refused = message => error => {
  if (error.name === "AbortError") throw error;
  throw new Refused({error: "unreachable", message, try: "the same again, or restart autoplay web"});
};

async function ask(address, options) {
  const reply = await fetch(address, options).catch(refused("The server does not answer"));
  const answer = await reply.json().catch(refused("The server sent no valid answer"));
  if (!reply.ok) throw new Refused(answer);
  return answer;
}

// The boards on a picture, and the errors of other possible boards.
export function read(file, wishes, signal) {
  const asked = new URLSearchParams([["lines", "1"], ...wishes]);
  if (!asked.has("fix")) asked.set("all", "1");  // a fix is about one board
  return ask(`api/read?${asked}`, {method: "POST", body: file, signal}).then(answer => [answer].flat());
}

export function solve(question, signal) {
  return ask("api/solve", {method: "POST", body: JSON.stringify(question), signal});
}

export const limits = () => ask("api/limits");
