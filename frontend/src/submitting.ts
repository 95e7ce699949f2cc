// Hand in what is written, wait for the verdict, and show the results that the server has written.

export type Mode = "run" | "submit"

/** A refusal or a failure, in words for the student. */
export class Refused extends Error {}

interface Submission {
  id: string
  state: "queued" | "running" | "done"
}

const WAIT = 30
const LONGEST = 180_000

/** The results panel of a new submission as HTML of our own server, once it is judged. */
export async function judge(slug: string, source: string, mode: Mode): Promise<{id: string, html: string}> {
  let submission = await ask(`/api/v1/problems/${slug}/submissions`, {
    method: "POST",
    headers: {"content-type": "application/json", prefer: `wait=${WAIT}`},
    body: JSON.stringify({source: source.toWellFormed(), mode}),
  })
  const end = Date.now() + LONGEST
  while (submission.state !== "done" && Date.now() < end) {
    await new Promise(resolve => setTimeout(resolve, 800))
    submission = await ask(`/api/v1/submissions/${submission.id}`, {headers: {prefer: `wait=${WAIT}`}})
  }
  const answer = await reach(`/submissions/${submission.id}/results`)
  if (!answer.ok) throw new Refused(await explain(answer))
  return {id: submission.id, html: await answer.text()}
}

async function ask(address: string, init: RequestInit): Promise<Submission> {
  const answer = await reach(address, init)
  if (!answer.ok) throw new Refused(await explain(answer))
  return await answer.json() as Submission
}

async function reach(address: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch {
    throw new Refused("The server could not be reached. Your code is safe here; please try again in a moment.")
  }
}

/** The server's own sentence (problem+json), or one for the status. */
async function explain(answer: Response): Promise<string> {
  const problem = await answer.json().catch(() => null) as {detail?: unknown} | null
  if (typeof problem?.detail === "string") return problem.detail
  return `The server answered with status ${answer.status}. Your code is safe here; please try again.`
}
