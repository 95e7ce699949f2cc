import assert from "node:assert/strict"
import {test} from "node:test"
import {chooseCase, moveTo} from "../src/tabs.ts"

test("arrows go to the neighbours, round at the ends", () => {
  for (const [back, on] of [
    ["ArrowLeft", "ArrowRight"],
    ["ArrowUp", "ArrowDown"],
  ] as const) {
    assert.deepEqual(
      [0, 1, 2].map(index => moveTo(on, index, 3)),
      [1, 2, 0],
    )
    assert.deepEqual(
      [0, 1, 2].map(index => moveTo(back, index, 3)),
      [2, 0, 1],
    )
  }
})

test("Home and End go to the first and the last", () => {
  assert.equal(moveTo("Home", 2, 4), 0)
  assert.equal(moveTo("End", 0, 4), 3)
})

test("a single tab is its own neighbour", () => {
  for (const key of ["ArrowLeft", "ArrowRight", "Home", "End"]) assert.equal(moveTo(key, 0, 1), 0)
})

test("other keys lead nowhere", () => {
  for (const key of [" ", "Enter", "a", "PageDown"]) assert.equal(moveTo(key, 0, 3), undefined)
})

test("the first case that failed is opened", () => {
  assert.equal(chooseCase([false, true, true], -1), 1)
})

test("where none failed, the first is opened", () => {
  assert.equal(chooseCase([false, false], -1), 0)
  assert.equal(chooseCase([], -1), 0)
})

test("what the student picked stays open, whatever fails", () => {
  assert.equal(chooseCase([true, false, true], 1), 1)
  assert.equal(chooseCase([true, false], 0), 0)
})
