import assert from "node:assert/strict"
import {test} from "node:test"
import {readStroke, type Stroke} from "../src/shortcuts.ts"

const PLAIN = {ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, writes: false, searches: false}

function read(key: string, ...held: (keyof typeof PLAIN)[]): ReturnType<typeof readStroke> {
  const stroke: Stroke = {...PLAIN, ...Object.fromEntries(held.map(name => [name, true])), key}
  return readStroke(stroke)
}

test("Enter runs, and submits with Shift, by either of the two modifiers", () => {
  for (const control of ["ctrlKey", "metaKey"] as const) {
    assert.equal(read("Enter", control), "run")
    assert.equal(read("Enter", control, "shiftKey"), "submit")
    assert.equal(read("Enter", control, "writes"), "run")
  }
  assert.equal(read("Enter"), null)
  assert.equal(read("Enter", "altKey"), null)
})

test("S saves, also with the Caps Lock key down", () => {
  assert.equal(read("s", "ctrlKey"), "save")
  assert.equal(read("S", "metaKey"), "save")
  assert.equal(read("s"), null)
})

test("S with more than that is the browser's, or the editor's that searches with it", () => {
  assert.equal(read("s", "ctrlKey", "shiftKey"), null)
  assert.equal(read("s", "ctrlKey", "altKey"), null)
  assert.equal(read("s", "ctrlKey", "searches"), null)
})

test("Alt and a figure show a view", () => {
  assert.deepEqual(
    ["1", "2", "3", "4", "0", "12", ""].map(key => read(key, "altKey")),
    ["problem", "code", "results", null, null, null, null],
  )
  assert.equal(read("1"), null)
  assert.equal(read("1", "altKey", "ctrlKey"), null)
})

test("a question mark opens the sheet, but not where it is written", () => {
  assert.equal(read("?"), "help")
  assert.equal(read("?", "shiftKey"), "help")
  assert.equal(read("?", "writes"), null)
  assert.equal(read("?", "ctrlKey"), null)
})
