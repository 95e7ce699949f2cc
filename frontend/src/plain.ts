// What the page knows of an editor, and the plain text area that stands in until the real one has come.

import type {Keys} from "./keys.ts"

/** A line of the student's file with what is wrong there. */
export interface Mark {
  line: number
  message: string
}

export interface Editor {
  get(): string
  /** Replace the whole text, in a way that undo brings back. */
  set(text: string): void
  /** Put the cursor at the start of a line (from 1) and bring it into view. */
  goto(line: number): void
  /** Show marks beside their lines, in place of those before. */
  mark(marks: Mark[]): void
  focus(): void
  /** Take other keys; fails where they cannot be fetched. */
  useKeys(keys: Keys): Promise<void>
}

/** The text area as an editor; it shows no marks. */
export function plain(area: HTMLTextAreaElement, onChange: (text: string) => void): Editor {
  area.addEventListener("input", () => onChange(area.value))
  return {
    get: () => area.value,
    set: text => {
      area.focus()
      area.select()
      if (!document.execCommand("insertText", false, text)) area.value = text // the first way can be undone
      onChange(area.value)
    },
    goto: line => goto(area, line),
    mark: () => {},
    focus: () => area.focus(),
    useKeys: async () => {}, // they are taken once the real editor has come
  }
}

function goto(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n")
  const index = Math.min(Math.max(line, 1), lines.length) - 1
  const start = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start)
  const height = parseFloat(getComputedStyle(area).lineHeight)
  area.scrollTop = Math.max(0, index * height - area.clientHeight / 2)
}
