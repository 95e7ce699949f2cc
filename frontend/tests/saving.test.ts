import assert from "node:assert/strict"
import {describe, test} from "node:test"
import {advance, begin, LONGEST, OUTLIVES, QUIET, readKept, RETRIES} from "../src/saving.ts"
import type {Answer, DraftEvent, Effect, Kept, Label, State} from "../src/saving.ts"

/** A page with one draft: its clock, what it sends, and what it shows. */
class Page {
  now = 1_000_000
  state: State
  effects: readonly Effect[]

  constructor(served = {source: "served", revision: 3}, kept: Kept | null = null) {
    const [state, effects] = begin(served, kept, this.now)
    this.state = state
    this.effects = effects
  }

  /** Let an event come after so many milliseconds. */
  hear(event: DraftEvent, after = 0): this {
    this.now += after
    const [state, effects] = advance(this.state, event, this.now)
    this.state = state
    this.effects = effects
    return this
  }

  type(text: string, after = 0): this {
    return this.hear({on: "typed", text}, after)
  }

  answer(answer: Answer, after = 0): this {
    return this.hear({on: "answered", answer}, after)
  }

  /** Type and let the time come to save: the text is on its way. */
  send(text: string): this {
    return this.type(text).hear({on: "due"}, QUIET)
  }

  did<Name extends Effect["do"]>(name: Name): (Effect & {do: Name})[] {
    return this.effects.filter(effect => effect.do === name) as (Effect & {do: Name})[]
  }

  /** The wait that was asked for, in milliseconds; undefined for none. */
  get delay(): number | null | undefined {
    return this.did("wait").at(-1)?.delay
  }

  get label(): Label | null {
    return this.state.label
  }
}

function kept(source: string, revision: number, unsaved: boolean): Kept {
  return {source, revision, unsaved}
}

/** A page whose text "mine" met somebody else's "theirs", which the server keeps as revision 9. */
function inConflict(): Page {
  return new Page().send("mine").answer({is: "conflict", source: "theirs", revision: 9})
}

describe("typing", () => {
  test("keeps the text in the browser at once and waits for a pause", () => {
    const page = new Page().type("a")
    assert.deepEqual(page.effects, [
      {do: "keep", kept: kept("a", 3, true)},
      {do: "show", label: "saving"},
      {do: "wait", delay: QUIET},
    ])
  })

  test("of what stands there already is nothing", () => {
    assert.deepEqual(new Page().type("served").effects, [])
  })

  test("on and on puts saving off, but no longer than the longest wait", () => {
    const page = new Page().type("a")
    assert.equal(page.type("ab", 1000).delay, QUIET)
    assert.equal(page.type("abc", LONGEST - 1000 - 300).delay, 300)
    assert.equal(page.type("abcd", 900).delay, 0)
  })

  test("after something is on its way begins a longest wait of its own", () => {
    const page = new Page().send("a")
    page.type("ab", LONGEST)
    assert.equal(page.delay, QUIET)
    assert.equal(page.state.since, page.now)
  })
})

describe("saving", () => {
  test("sends the text with the revision on which it was built", () => {
    const page = new Page().send("a")
    assert.deepEqual(page.effects, [{do: "send", source: "a", revision: 3, keepalive: false}])
  })

  test("that worked is kept with the new revision, and said", () => {
    const page = new Page().send("a").answer({is: "saved", revision: 4})
    assert.deepEqual(page.effects, [
      {do: "keep", kept: kept("a", 4, false)},
      {do: "show", label: "saved"},
    ])
    assert.equal(page.send("b").did("send")[0]!.revision, 4)
  })

  test("is done once at a time", () => {
    const page = new Page().send("a")
    assert.deepEqual(page.hear({on: "due"}).effects, [])
    assert.deepEqual(page.type("ab").hear({on: "due"}, QUIET).effects, [])
  })

  test("goes on with what was typed under way", () => {
    const page = new Page().send("a").type("ab").answer({is: "saved", revision: 4})
    assert.deepEqual(page.did("keep"), [{do: "keep", kept: kept("ab", 4, true)}])
    assert.equal(page.delay, QUIET)
    assert.equal(page.label, "saving")
    page.hear({on: "due"}, QUIET)
    assert.deepEqual(page.effects, [{do: "send", source: "ab", revision: 4, keepalive: false}])
  })

  test("is over where what was typed under way was taken back", () => {
    const page = new Page().send("a").type("ab").type("a").answer({is: "saved", revision: 4})
    assert.equal(page.label, "saved")
    assert.equal(page.state.unsaved, false)
  })

  test("with nothing to save is nothing", () => {
    for (const on of ["due", "online", "hidden"] as const) assert.deepEqual(new Page().hear({on}).effects, [])
  })

  test("comes at once where it is asked for", () => {
    assert.equal(new Page().type("a").hear({on: "asked"}).delay, 0)
  })

  test("that is asked for with nothing to save says how things stand", () => {
    assert.deepEqual(new Page().hear({on: "asked"}).effects, [{do: "announce"}])
  })
})

describe("without a network", () => {
  test("it is tried again, each time later, up to the last of the waits", () => {
    const page = new Page().send("a")
    for (const wait of [...RETRIES, RETRIES.at(-1)!]) {
      assert.equal(page.answer({is: "offline"}).delay, wait)
      assert.equal(page.label, "offline")
      assert.deepEqual(page.hear({on: "due"}, wait).did("send").length, 1)
    }
  })

  test("a keystroke tries again after a pause and leaves the label", () => {
    const page = new Page().send("a").answer({is: "offline"}).type("ab")
    assert.equal(page.delay, QUIET)
    assert.equal(page.label, "offline")
    assert.deepEqual(page.did("keep"), [{do: "keep", kept: kept("ab", 3, true)}])
  })

  test("the browser's word that it is back tries at once", () => {
    assert.equal(new Page().send("a").answer({is: "offline"}).hear({on: "online"}).delay, 0)
  })

  test("waits begin anew once something got through", () => {
    const page = new Page().send("a").answer({is: "offline"}).hear({on: "due"}, 2000).answer({is: "offline"})
    page.hear({on: "due"}, 5000).answer({is: "saved", revision: 4})
    assert.equal(page.label, "saved")
    assert.equal(page.send("b").answer({is: "offline"}).delay, RETRIES[0])
  })
})

test("a browser without cookies is tried again, and what is said of it stays", () => {
  const page = new Page().send("a").answer({is: "nobody"})
  assert.equal(page.type("ab").label, "nobody")
  assert.equal(page.hear({on: "due"}, 2000).answer({is: "saved", revision: 1}).label, "saved")
})

describe("a server that is full", () => {
  test("is said, and tried again like one out of reach", () => {
    const page = new Page().send("a").answer({is: "full"})
    assert.deepEqual(page.effects, [
      {do: "show", label: "full"},
      {do: "wait", delay: RETRIES[0]!},
    ])
    assert.equal(page.type("ab").label, "full")
  })

  test("that has room again takes the text", () => {
    const page = new Page().send("a").answer({is: "full"}).hear({on: "due"}, 2000).answer({is: "saved", revision: 4})
    assert.equal(page.label, "saved")
  })
})

describe("a text that is too long", () => {
  test("is not sent again as it is", () => {
    const page = new Page().send("a").answer({is: "too-long"})
    assert.deepEqual(page.effects, [{do: "show", label: "too-long"}])
  })

  test("is sent again once it was changed", () => {
    const page = new Page().send("a").answer({is: "too-long"}).type("b")
    assert.equal(page.label, "saving")
    assert.equal(page.delay, QUIET)
  })

  test("and was changed under way is sent again by itself", () => {
    const page = new Page().send("a").type("b").hear({on: "due"}, QUIET).answer({is: "too-long"})
    assert.equal(page.delay, QUIET)
  })
})

describe("a conflict", () => {
  test("is shown, with what was saved elsewhere at hand", () => {
    const page = inConflict()
    assert.deepEqual(page.effects, [{do: "show", label: "conflict"}, {do: "offer"}])
    assert.equal(page.state.theirs, "theirs")
  })

  test("with the same text is none", () => {
    const page = new Page().send("mine").answer({is: "conflict", source: "mine", revision: 9})
    assert.deepEqual(page.effects, [
      {do: "keep", kept: kept("mine", 9, false)},
      {do: "show", label: "saved"},
    ])
  })

  test("keeps what is typed in the browser, and saves nothing", () => {
    const page = inConflict().type("mine, longer")
    assert.deepEqual(page.effects, [{do: "keep", kept: kept("mine, longer", 9, true)}])
    for (const on of ["due", "online", "hidden"] as const) assert.deepEqual(page.hear({on}).effects, [])
    assert.deepEqual(page.hear({on: "asked"}).effects, [{do: "announce"}])
  })

  test("is not overrun by a wait that began before it", () => {
    const page = new Page().send("mine").type("mine, longer").answer({is: "conflict", source: "theirs", revision: 9})
    assert.equal(page.label, "conflict")
    assert.deepEqual(page.hear({on: "due"}, QUIET).effects, [])
  })

  test("ends with mine: it is saved on top of theirs", () => {
    const page = inConflict().hear({on: "chosen", draft: "mine"})
    assert.deepEqual(page.effects, [{do: "withdraw"}, {do: "show", label: "saving"}, {do: "wait", delay: 0}])
    page.hear({on: "due"})
    assert.deepEqual(page.effects, [{do: "send", source: "mine", revision: 9, keepalive: false}])
  })

  test("ends with theirs: it takes the place of mine, and is saved already", () => {
    const page = inConflict().hear({on: "chosen", draft: "theirs"})
    assert.deepEqual(page.effects, [
      {do: "withdraw"},
      {do: "keep", kept: kept("theirs", 9, false)},
      {do: "replace", text: "theirs"},
      {do: "show", label: "saved"},
    ])
    assert.deepEqual(page.type("theirs").effects, [])
  })

  test("is chosen in once", () => {
    const page = inConflict().hear({on: "chosen", draft: "theirs"})
    assert.deepEqual(page.hear({on: "chosen", draft: "mine"}).effects, [])
  })
})

describe("leaving the page", () => {
  test("sends at once, so that it outlives the page", () => {
    const page = new Page().type("a").hear({on: "hidden"})
    assert.deepEqual(page.effects, [
      {do: "wait", delay: null},
      {do: "send", source: "a", revision: 3, keepalive: true},
    ])
  })

  test("sends a long text like any other: browsers would refuse it", () => {
    const longest = "x".repeat(OUTLIVES - 1)
    assert.equal(new Page().type(longest).hear({on: "hidden"}).did("send")[0]!.keepalive, true)
    assert.equal(
      new Page()
        .type(longest + "x")
        .hear({on: "hidden"})
        .did("send")[0]!.keepalive,
      false,
    )
  })

  test("sends nothing a second time while it is under way", () => {
    assert.deepEqual(new Page().send("a").hear({on: "hidden"}).did("send"), [])
  })
})

describe("coming back", () => {
  const served = {source: "served", revision: 3}

  /** What a page does with what the browser had kept. */
  function back(had: Kept | null): Page {
    return new Page(served, had)
  }

  test("with nothing kept, what the server sent stands there", () => {
    const page = back(null)
    assert.equal(page.state.source, "served")
    assert.deepEqual(page.effects, [])
  })

  test("with the same text kept there is nothing to do, whatever its revision", () => {
    for (const revision of [2, 3, 4]) assert.deepEqual(back(kept("served", revision, true)).effects, [])
  })

  test("after a crash the browser's text goes on, and is saved at once", () => {
    const page = back(kept("typed last", 3, true))
    assert.equal(page.state.source, "typed last")
    assert.deepEqual(page.effects, [
      {do: "show", label: "saving"},
      {do: "wait", delay: 0},
    ])
    assert.deepEqual(page.hear({on: "due"}).did("send")[0]!.source, "typed last")
  })

  test("a saved copy of a later revision than the server's goes on: the server lost it", () => {
    assert.equal(back(kept("lost", 4, false)).state.source, "lost")
    assert.equal(back(kept("lost", 4, false)).state.unsaved, true)
  })

  test("the server's newer draft takes the place of a saved one", () => {
    const page = back(kept("older", 2, false))
    assert.equal(page.state.source, "served")
    assert.deepEqual(page.effects, [])
  })

  test("the server's draft stands where the saved copy is of the same revision", () => {
    assert.equal(back(kept("other", 3, false)).state.source, "served")
  })

  test("where both went on, the student chooses", () => {
    const page = back(kept("mine", 2, true))
    assert.equal(page.state.source, "mine")
    assert.deepEqual(page.effects, [{do: "show", label: "conflict"}, {do: "offer"}])
    assert.deepEqual(page.hear({on: "chosen", draft: "theirs"}).did("replace"), [{do: "replace", text: "served"}])
  })

  test("where both went on and the student keeps mine, it is built on the server's", () => {
    const page = back(kept("mine", 2, true))
      .hear({on: "chosen", draft: "mine"})
      .hear({on: "due"})
    assert.deepEqual(page.effects, [{do: "send", source: "mine", revision: 3, keepalive: false}])
  })
})

describe("what the browser kept", () => {
  test("is read as it was written", () => {
    const one = kept("x = 1\n", 7, true)
    assert.deepEqual(readKept(JSON.stringify(one)), one)
    assert.equal(readKept(null), null)
  })

  test("may be plain text of an earlier version, which is not saved", () => {
    for (const text of ["x = 1\n", "", "5", "null", '"text"', '{"source": 1, "revision": 2}', "{"])
      assert.deepEqual(readKept(text), kept(text, 0, true))
  })
})
