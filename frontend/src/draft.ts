// A draft is kept in this browser at each change, and on the server within seconds: what saving.ts decides is done here.
import {announce, keep, one, recall} from "./dom.ts"
import {advance, begin, readKept, type Answer, type Effect, type DraftEvent, type Label, type State} from "./saving.ts"

const WORDS: Record<Label, string> = {
  saved: "Saved",
  saving: "Saving…",
  offline: "Offline: kept in this browser",
  full: "Server full: kept in this browser",
  nobody: "No cookies: kept in this browser",
  "too-long": "Too long to be saved",
  conflict: "Not saved: a newer draft is there",
}

interface Stored {
  source: string
  revision: number
}

export class Draft {
  /** Called with the text that is to take the place of what stands in the editor. */
  onReplace: (text: string) => void = () => {}

  private readonly label = one("#saved")
  private readonly bar = one("#conflict")
  private readonly name: string
  private readonly page: string
  private state: State
  private timer = 0

  constructor(slug: string) {
    this.name = "draft:" + slug
    this.page = `/problems/${slug}`
    const {value, dataset} = one<HTMLTextAreaElement>("#source")
    const kept = "fromSubmission" in dataset ? null : readKept(recall(this.name)) // an earlier program is no draft
    const [state, effects] = begin({source: value, revision: Number(dataset.revision)}, kept, Date.now())
    this.state = state
    for (const effect of effects) this.perform(effect)
    this.wire()
  }

  /** The text as it stands. */
  get text(): string {
    return this.state.source
  }

  /** Keep the text: here at once, on the server soon. */
  write(text: string): void {
    this.hear({on: "typed", text})
  }

  /** Save now, as Ctrl+S asks. */
  save(): void {
    this.hear({on: "asked"})
  }

  private wire(): void {
    addEventListener("online", () => this.hear({on: "online"}))
    addEventListener("pagehide", () => this.hear({on: "hidden"}))
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.hear({on: "hidden"})
    })
    one("[data-keep=theirs]", this.bar).onclick = () => this.hear({on: "chosen", draft: "theirs"})
    one("[data-keep=mine]", this.bar).onclick = () => this.hear({on: "chosen", draft: "mine"})
  }

  private hear(event: DraftEvent): void {
    const [state, effects] = advance(this.state, event, Date.now())
    this.state = state
    for (const effect of effects) this.perform(effect)
  }

  private perform(effect: Effect): void {
    switch (effect.do) {
      case "keep":
        return void keep(this.name, JSON.stringify(effect.kept))
      case "wait":
        return this.wait(effect.delay)
      case "send":
        return void this.send(effect)
      case "show":
        return this.show(effect.label)
      case "offer":
        this.bar.hidden = false
        return announce("A newer draft of this problem was saved elsewhere. Choose which one to keep.")
      case "withdraw":
        this.bar.hidden = true
        return
      case "announce":
        return announce(this.label.textContent ?? "")
      case "replace":
        return this.onReplace(effect.text)
    }
  }

  private wait(delay: number | null): void {
    clearTimeout(this.timer)
    if (delay !== null) this.timer = window.setTimeout(() => this.hear({on: "due"}), delay)
  }

  private async send(draft: Effect & {do: "send"}): Promise<void> {
    let answer = await this.put(draft)
    if (answer?.status === 401) {
      await fetch(`${this.page}/fragments`).catch(() => null) // the cookie was cleared: pages bring a new one
      answer = await this.put(draft)
    }
    this.hear({on: "answered", answer: await readAnswer(answer)})
  }

  private put({source, revision, keepalive}: Effect & {do: "send"}): Promise<Response | null> {
    return fetch(`${this.page}/draft`, {
      method: "PUT",
      headers: {"content-type": "application/json"},
      body: JSON.stringify({source: source.toWellFormed(), revision}),
      keepalive,
    }).catch(() => null)
  }

  private show(label: Label): void {
    this.label.dataset.state = label
    one("span", this.label).textContent = WORDS[label]
  }
}

/** What the server said; "offline" also for what it would never say, such as a proxy's page. */
export async function readAnswer(answer: Response | null): Promise<Answer> {
  const stored = (await answer?.json().catch(() => null)) as Partial<Stored> | null | undefined
  const {source, revision} = stored ?? {}
  if (answer?.ok && revision !== undefined) return {is: "saved", revision}
  if (answer?.status === 409 && source !== undefined && revision !== undefined)
    return {is: "conflict", source, revision}
  if (answer?.status === 413 || answer?.status === 422) return {is: "too-long"}
  if (answer?.status === 401) return {is: "nobody"}
  return {is: answer?.status === 507 ? "full" : "offline"}
}
