// A draft is kept in this browser at each change, and on the server within seconds. The revision says on which of the
// server's drafts a text was built: an older one never takes the place of a newer one.
import {announce, keep, maybe, one, recall} from "./dom"

const QUIET = 1200
const LONGEST = 5000
const RETRIES = [2000, 5000, 15_000, 30_000]
const WORDS = {
  saved: "Saved",
  saving: "Saving…",
  offline: "Offline: kept in this browser",
  full: "Server full: kept in this browser",
  "too-long": "Too long to be saved",
  conflict: "Not saved: a newer draft is there",
}
type State = keyof typeof WORDS

interface Kept {
  source: string
  revision: number
  unsaved: boolean
}

export class Draft {
  /** Called with the text that is to take the place of what stands in the editor. */
  onReplace: (text: string) => void = () => {}

  private readonly label = one("#saved")
  private readonly name: string
  private readonly address: string
  private revision: number
  private text = ""
  private unsaved = false
  private sending = false
  private failures = 0
  private timer = 0
  private since = 0

  constructor(slug: string) {
    this.name = "draft:" + slug
    this.address = `/problems/${slug}/draft`
    this.revision = Number(one("#source").dataset.revision)
    addEventListener("online", () => this.soon(0))
    addEventListener("pagehide", () => this.flush())
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.flush()
    })
    this.wireConflict()
  }

  /** The text to begin with: what the server knows, or what this browser has beyond it after a crash. */
  start(served: string, fromSubmission: boolean): string {
    const kept = this.read()
    this.text = served
    if (fromSubmission) return served
    if (!kept) return served
    const newer = this.revision > kept.revision
    if (kept.source === served || (newer && !kept.unsaved)) return served
    if (newer) {
      this.unsaved = true
      this.text = kept.source
      this.offer(served)
      return kept.source
    }
    if (!kept.unsaved && kept.revision === this.revision) return served
    this.text = kept.source
    this.unsaved = true
    this.soon(0)
    return kept.source
  }

  /** Keep the text: here at once, on the server soon. */
  write(text: string): void {
    if (text === this.text) return
    this.text = text
    this.unsaved = true
    this.keep()
    if (this.label.dataset.state !== "conflict") this.soon(QUIET)
  }

  /** Save now, as Ctrl+S asks. */
  save(): void {
    if (this.unsaved && this.label.dataset.state !== "conflict") this.soon(0)
    else announce(this.label.textContent ?? "")
  }

  private soon(delay: number): void {
    if (!this.unsaved || this.label.dataset.state === "conflict") return
    if (!["offline", "full"].includes(this.label.dataset.state ?? "")) this.say("saving")
    this.since ||= Date.now()
    clearTimeout(this.timer)
    const left = Math.max(0, this.since + LONGEST - Date.now())
    this.timer = window.setTimeout(() => void this.send(), Math.min(delay, this.failures ? delay : left))
  }

  private async send(keepalive = false): Promise<void> {
    if (this.sending || !this.unsaved) return
    this.sending = true
    const source = this.text
    this.since = 0
    const answer = await fetch(this.address, {
      method: "PUT",
      headers: {"content-type": "application/json"},
      body: JSON.stringify({source: source.toWellFormed(), revision: this.revision}),
      keepalive,
    }).catch(() => null)
    this.sending = false
    await this.take(answer, source)
  }

  private async take(answer: Response | null, source: string): Promise<void> {
    if (answer?.status === 409) return this.conflict((await answer.json()) as {source: string; revision: number})
    if (answer?.status === 413 || answer?.status === 422) return this.say("too-long")
    if (!answer?.ok) {
      this.say(answer?.status === 507 ? "full" : "offline")
      const wait = RETRIES[Math.min(this.failures++, RETRIES.length - 1)]!
      return this.soon(wait)
    }
    this.failures = 0
    this.revision = ((await answer.json()) as {revision: number}).revision
    this.unsaved = this.text !== source
    this.keep()
    if (this.unsaved) this.soon(QUIET)
    else this.say("saved")
  }

  /** Somebody saved in between: another tab, most often. The student chooses. */
  private conflict(theirs: {source: string; revision: number}): void {
    if (theirs.source === this.text) {
      this.revision = theirs.revision
      this.unsaved = false
      this.keep()
      return this.say("saved")
    }
    this.revision = theirs.revision
    this.offer(theirs.source)
  }

  private offer(source: string): void {
    this.say("conflict")
    const bar = maybe("#conflict")
    if (!bar) return
    bar.hidden = false
    bar.dataset.source = source
    announce("A newer draft of this problem was saved elsewhere. Choose which one to keep.")
  }

  private wireConflict(): void {
    const bar = one("#conflict")
    const settle = () => {
      bar.hidden = true
      delete this.label.dataset.state
      this.unsaved = true
    }
    one("[data-keep=theirs]", bar).onclick = () => {
      const theirs = bar.dataset.source ?? ""
      settle()
      this.text = theirs
      this.unsaved = false
      this.keep()
      this.onReplace(theirs)
      this.say("saved")
    }
    one("[data-keep=mine]", bar).onclick = () => {
      settle()
      this.soon(0)
    }
  }

  private flush(): void {
    if (!this.unsaved || this.label.dataset.state === "conflict") return
    clearTimeout(this.timer)
    void this.send(this.text.length < 20_000) // browsers let little outlive a page
  }

  private read(): Kept | null {
    const text = recall(this.name)
    if (text === null) return null
    try {
      const kept = JSON.parse(text) as Kept
      if (typeof kept.source === "string" && typeof kept.revision === "number") return kept
    } catch {
      // kept by an earlier version, as plain text
    }
    return {source: text, revision: 0, unsaved: true}
  }

  private keep(): void {
    const kept: Kept = {source: this.text, revision: this.revision, unsaved: this.unsaved}
    keep(this.name, JSON.stringify(kept))
  }

  private say(state: State): void {
    if (this.label.dataset.state === state) return
    this.label.dataset.state = state
    one("span", this.label).textContent = WORDS[state]
  }
}
