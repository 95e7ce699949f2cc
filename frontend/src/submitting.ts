// Hand in what is written, and hear what comes of it, case by case. All HTML is our own server's.

export type Mode = "run" | "submit"

/** What is wrong with one of the inputs that the student wrote. */
export interface InputFault {
  location: (string | number)[]
  message: string
}

/** A refusal or a failure, in words for the student. */
export class Refused extends Error {
  readonly faults: InputFault[]

  constructor(message: string, faults: InputFault[] = []) {
    super(message)
    this.faults = faults
  }
}

/** What is handed in; custom input goes with the mode `run`. */
export interface Handed {
  source: string
  mode: Mode
  inputs?: Record<string, string>
}

/** What is heard while a submission is judged. */
export interface Listener {
  /** The panel with a place for every case. */
  begun(html: string): void
  /** Some cases: of each its entry in the list and its details. */
  judged(reports: CaseReport[]): void
}

export interface CaseReport {
  index: number
  tone: string
  row: string
  detail: string
}

interface Submission {
  id: string
  state: "queued" | "running" | "done"
}

const WAIT = 30
const LONGEST = 180_000

/** Hand in a program; its id. */
export async function handIn(slug: string, body: Handed): Promise<string> {
  const submission = await ask(`/api/v1/problems/${slug}/submissions`, {
    method: "POST",
    headers: {"content-type": "application/json"},
    body: JSON.stringify({...body, source: body.source.toWellFormed()}),
  })
  return submission.id
}

/** Listen until the verdict is there; the whole panel, or its HTML fetched where events do not get through. */
export async function follow(id: string, listener: Listener): Promise<string> {
  return (await events(id, listener)) ?? (await poll(id))
}

/** The browser itself connects again where the connection breaks, and says what came last. */
function events(id: string, listener: Listener): Promise<string | null> {
  return new Promise(resolve => {
    const source = new EventSource(`/submissions/${id}/events`)
    const end = (html: string | null) => {
      source.close()
      resolve(html)
    }
    const heard = (event: Event) => JSON.parse((event as MessageEvent<string>).data)
    source.addEventListener("start", event => listener.begun((heard(event) as {html: string}).html))
    source.addEventListener("cases", event => listener.judged(heard(event) as CaseReport[]))
    source.addEventListener("done", event => end((heard(event) as {html: string}).html))
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) end(null)
    }
    setTimeout(() => end(null), LONGEST)
  })
}

async function poll(id: string): Promise<string> {
  const end = Date.now() + LONGEST
  while (Date.now() < end) {
    const submission = await ask(`/api/v1/submissions/${id}`, {headers: {prefer: `wait=${WAIT}`}})
    if (submission.state === "done") break
    await new Promise(resolve => setTimeout(resolve, 800))
  }
  const answer = await reach(`/submissions/${id}/results`)
  if (!answer.ok) throw await readRefusal(answer)
  return await answer.text()
}

async function ask(address: string, init: RequestInit): Promise<Submission> {
  const answer = await reach(address, init)
  if (!answer.ok) throw await readRefusal(answer)
  return (await answer.json()) as Submission
}

async function reach(address: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch {
    throw new Refused("The server could not be reached. Your code is safe here; please try again in a moment.")
  }
}

/** The server's own sentence (problem+json), or one for the status. */
export async function explain(answer: Response): Promise<string> {
  return (await readRefusal(answer)).message
}

/** Why the server refused. */
export async function readRefusal(answer: Response): Promise<Refused> {
  const problem = (await answer.json().catch(() => null)) as {detail?: unknown; errors?: InputFault[]} | null
  if (typeof problem?.detail === "string") return new Refused(problem.detail, problem.errors)
  return new Refused(`The server answered with status ${answer.status}. Your code is safe here; please try again.`)
}
