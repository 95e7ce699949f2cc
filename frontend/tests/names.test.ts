import assert from "node:assert/strict"
import {test} from "node:test"
import {CompletionContext, type CompletionResult} from "@codemirror/autocomplete"
import {EditorState} from "@codemirror/state"
import {completeNames} from "../src/names.ts"

const GIVEN = [
  {name: "W_hh", shape: "(H, H)", meaning: "the recurrent weights"},
  {name: "b", shape: "(H,)", meaning: ""},
]

const NUMPY = {
  functions: "cumsum einsum tanh",
  others: "linalg pi",
  linalg: "norm solve",
  random: "default_rng",
}

function complete(text: string): CompletionResult | null {
  const context = new CompletionContext(EditorState.create({doc: text}), text.length, false)
  return completeNames(GIVEN, NUMPY)(context) as CompletionResult | null
}

function labels(text: string): string[] {
  return complete(text)!.options.map(option => option.label)
}

test("after np. come NumPy's names, from where the word begins", () => {
  const found = complete("y = np.cums")!
  assert.equal(found.from, "y = np.".length)
  assert.ok(labels("np.").includes("cumsum"))
  assert.ok(labels("numpy.").includes("einsum"))
})

test("a part of NumPy has names of its own", () => {
  assert.ok(labels("np.linalg.").includes("solve"))
  assert.ok(!labels("np.linalg.").includes("cumsum"))
  assert.ok(labels("np.random.de").includes("default_rng"))
  assert.equal(complete("np.linalg.no")!.from, "np.linalg.".length)
})

test("elsewhere come the arguments, with shape and meaning", () => {
  const [first, second] = complete("return W")!.options
  assert.deepEqual(
    {...first},
    {label: "W_hh", type: "variable", detail: "(H, H)", info: "the recurrent weights", boost: 2},
  )
  assert.equal(second!.info, undefined)
})

test("after the dot of anything else, and in figures, nothing comes", () => {
  for (const text of ["x.", "x.s", "mynp.", "np.foo.", "12", ""]) assert.equal(complete(text), null, text)
})
