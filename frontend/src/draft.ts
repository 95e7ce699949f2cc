// What is being written is kept in this browser, by problem.
import {keep, one, recall} from "./dom"

const DELAY = 500

export class Draft {
  private readonly name: string
  private readonly state = one("#saved")
  private timer = 0
  private pending: string | null = null

  constructor(slug: string) {
    this.name = "draft:" + slug
    addEventListener("pagehide", () => this.flush())
  }

  /** The kept text, or null. */
  read(): string | null {
    return recall(this.name)
  }

  /** Keep the text soon, and say so. */
  write(text: string): void {
    this.pending = text
    this.say("Saving…", true)
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => this.flush(), DELAY)
  }

  private flush(): void {
    if (this.pending === null) return
    clearTimeout(this.timer)
    const kept = keep(this.name, this.pending)
    this.pending = null
    this.say(kept ? "Saved in this browser" : "Not saved: this browser keeps nothing", false)
  }

  private say(text: string, busy: boolean): void {
    one("span", this.state).textContent = text
    this.state.classList.toggle("busy", busy)
  }
}
