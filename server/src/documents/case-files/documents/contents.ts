/** A line of a case file: what it is called, and what it says. */
export interface Fact {
  readonly label: string
  readonly value: string
}

/** Something that somebody did or said. `lines`: what it says, a paragraph each. */
export interface Entry {
  readonly when: string
  readonly who: string
  readonly lines: readonly string[]
}

/** A document in the list of a case file. */
export interface ListedDocument {
  readonly name: string
  readonly lines: readonly string[]
  /** What is merged in: its type and size in bytes; or why it is not. */
  readonly merged: { readonly type: string; readonly size: number } | { readonly not: string }
  /** We have drawn it ourselves, so that nothing in it takes more time or memory than it may. */
  readonly isOurs?: true
}

/** A check of the request. `signature`: the strokes of whoever took it, in a field of this size. */
export interface CheckPart {
  readonly heading: string
  readonly facts: readonly Fact[]
  readonly signature: Drawing | null
  readonly story: readonly Entry[]
}

/** Strokes of points, from the upper left corner of a field. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly strokes: readonly (readonly (readonly [x: number, y: number])[])[]
}

interface Section {
  readonly heading: string
  readonly facts: readonly Fact[]
}

/** All that a case file says, in words; the files of merged documents follow in the order of the list. */
export interface Contents {
  readonly title: string
  readonly subtitle: string
  /** On each page of its own. */
  readonly foot: string
  readonly sections: readonly Section[]
  readonly history: readonly Entry[]
  readonly comments: readonly Entry[]
  readonly checks: readonly CheckPart[]
  readonly documents: readonly ListedDocument[]
  /** After all else that is written. */
  readonly closing: readonly Section[]
}
