// When a draft is saved and what is said of it: a state, events, and the effects that follow. It knows no page, clock
// or network; draft.ts performs the effects. The revision says on which of the server's drafts a text was built.

/** Milliseconds without a keystroke until a draft is saved, and at most since the first that is not saved yet. */
export const QUIET = 1200
export const LONGEST = 5000
/** Milliseconds until what did not get through is tried again; the last for all further times. */
export const RETRIES: readonly number[] = [2000, 5000, 15_000, 30_000]
/** UTF-16 units: browsers let little outlive a page. */
export const OUTLIVES = 20_000

/** What stays to be read until a text got through. */
const NOT_THROUGH: ReadonlySet<Label> = new Set<Label>(["offline", "full", "nobody"])

export type Label = "saved" | "saving" | "offline" | "full" | "nobody" | "too-long" | "conflict"

/** What the browser keeps of a draft. */
export interface Kept {
  source: string
  revision: number
  unsaved: boolean
}

export interface State extends Readonly<Kept> {
  /** What is on its way to the server. */
  readonly sent: string | null
  /** How often in a row it did not get through. */
  readonly failures: number
  /** When the first change came that is not on its way yet. */
  readonly since: number | null
  readonly label: Label | null
  /** The newer draft that the student may take instead, while the label is "conflict". */
  readonly theirs: string
}

export type Answer =
  | {is: "saved"; revision: number}
  | {is: "conflict"; source: string; revision: number}
  | {is: "too-long" | "full" | "nobody" | "offline"}

export type DraftEvent =
  | {on: "typed"; text: string}
  | {on: "asked" | "due" | "online" | "hidden"}
  | {on: "answered"; answer: Answer}
  | {on: "chosen"; draft: "mine" | "theirs"}

export type Effect =
  | {do: "keep"; kept: Kept}
  /** Let "due" come after so many milliseconds, in place of the one before; with null, not at all. */
  | {do: "wait"; delay: number | null}
  | {do: "send"; source: string; revision: number; keepalive: boolean}
  | {do: "show"; label: Label}
  | {do: "offer" | "withdraw" | "announce"}
  /** Put the text in the place of what stands in the editor. */
  | {do: "replace"; text: string}

export type Step = readonly [State, readonly Effect[]]
type Move = (state: State) => Step

/** Begin with what the server sent, or what this browser has beyond it after a crash. */
export function begin(served: {source: string; revision: number}, kept: Kept | null, now: number): Step {
  const {source, revision} = served
  const state = {source, revision, unsaved: false, sent: null, failures: 0, since: null, label: null, theirs: ""}
  if (!kept || kept.source === source) return [state, []]
  const mine = {...state, source: kept.source, unsaved: true}
  if (revision > kept.revision) return kept.unsaved ? offer(mine, source) : [state, []]
  if (!kept.unsaved && kept.revision === revision) return [state, []]
  return saveIn(0, now)(mine)
}

/** What an event at `now`, in milliseconds, leads to. */
export function advance(state: State, event: DraftEvent, now: number): Step {
  switch (event.on) {
    case "typed":
      return event.text === state.source ? [state, []] : change(state, event.text, now)
    case "asked":
      return waitsForServer(state) ? saveIn(0, now)(state) : [state, [{do: "announce"}]]
    case "online":
      return saveIn(0, now)(state)
    case "due":
      return send(state, false)
    case "hidden":
      return waitsForServer(state) ? chain(state, stopWaiting, flush) : [state, []]
    case "answered":
      return take(state, event.answer, now)
    case "chosen":
      return state.label === "conflict" ? choose(state, event.draft, now) : [state, []]
  }
}

/** Read what a browser kept; an earlier version kept plain text. */
export function readKept(text: string | null): Kept | null {
  if (text === null) return null
  try {
    const kept = JSON.parse(text) as Kept | null
    if (typeof kept?.source === "string" && typeof kept.revision === "number") return kept
  } catch {
    // plain text
  }
  return {source: text, revision: 0, unsaved: true}
}

function change(state: State, source: string, now: number): Step {
  return chain({...state, source, unsaved: true}, keep, saveIn(QUIET, now))
}

/** Whether there is something that may be saved: in a conflict the student has the say. */
function waitsForServer(state: State): boolean {
  return state.unsaved && state.label !== "conflict"
}

function saveIn(delay: number, now: number): Move {
  return state => {
    if (!waitsForServer(state)) return [state, []]
    const since = state.since ?? now
    const wait = state.failures ? delay : Math.min(delay, Math.max(0, since + LONGEST - now))
    const cut = state.label !== null && NOT_THROUGH.has(state.label)
    return chain({...state, since}, cut ? stay : say("saving"), after => [after, [{do: "wait", delay: wait}]])
  }
}

function send(state: State, keepalive: boolean): Step {
  if (state.sent !== null || !waitsForServer(state)) return [state, []]
  const {source, revision} = state
  return [{...state, sent: source, since: null}, [{do: "send", source, revision, keepalive}]]
}

function take(state: State, answer: Answer, now: number): Step {
  const later = state.source !== state.sent
  const heard = {...state, sent: null, failures: 0}
  switch (answer.is) {
    case "saved":
      return settle({...heard, revision: answer.revision, unsaved: later}, now)
    case "conflict":
      return meet({...heard, revision: answer.revision}, answer.source, now)
    case "too-long":
      return chain(heard, say("too-long"), later ? saveIn(QUIET, now) : stay)
    default:
      return chain({...heard, failures: state.failures + 1}, say(answer.is), saveIn(retryAfter(state.failures), now))
  }
}

function retryAfter(failures: number): number {
  return RETRIES[Math.min(failures, RETRIES.length - 1)]!
}

function settle(state: State, now: number): Step {
  return chain(state, keep, state.unsaved ? saveIn(QUIET, now) : say("saved"))
}

/** Somebody saved in between: another tab, most often. */
function meet(state: State, theirs: string, now: number): Step {
  return theirs === state.source ? settle({...state, unsaved: false}, now) : offer(state, theirs)
}

function offer(state: State, theirs: string): Step {
  return chain({...state, theirs}, say("conflict"), after => [after, [{do: "offer"}]])
}

function choose(state: State, draft: "mine" | "theirs", now: number): Step {
  const settled = {...state, label: null, theirs: ""}
  if (draft === "mine") return chain({...settled, unsaved: true}, withdraw, saveIn(0, now))
  const text = state.theirs
  const replace: Move = after => [after, [{do: "replace", text}]]
  return chain({...settled, source: text, unsaved: false}, withdraw, keep, replace, say("saved"))
}

function chain(state: State, ...moves: Move[]): Step {
  return moves.reduce<Step>(
    ([before, effects], move) => {
      const [after, further] = move(before)
      return [after, [...effects, ...further]]
    },
    [state, []],
  )
}

function say(label: Label): Move {
  return state => (state.label === label ? [state, []] : [{...state, label}, [{do: "show", label}]])
}

const stay: Move = state => [state, []]
const withdraw: Move = state => [state, [{do: "withdraw"}]]
const stopWaiting: Move = state => [state, [{do: "wait", delay: null}]]
const flush: Move = state => send(state, state.source.length < OUTLIVES)
const keep: Move = state => {
  const {source, revision, unsaved} = state
  return [state, [{do: "keep", kept: {source, revision, unsaved}}]]
}
