/** A labeled line in a case file. */
export interface Fact {
  readonly label: string
  readonly value: string
}

/** An action or comment by a user. Each of the `lines` is a paragraph. */
export interface Entry {
  readonly when: string
  readonly who: string
  readonly lines: readonly string[]
}

/** A document in the list of a case file. */
export interface ListedDocument {
  readonly name: string
  readonly lines: readonly string[]
  /** The type and size in bytes of a merged document, or why the document isn't merged. */
  readonly merged: { readonly type: string; readonly size: number } | { readonly not: string }
  /** Set for documents that the server itself drew, which can't exceed the limits on time and memory. */
  readonly isOurs?: true
}

/**
 * A check for the request. `signature` contains the strokes drawn by the person who picked up the check, and the size
 * of the signature field.
 */
export interface CheckPart {
  readonly heading: string
  readonly facts: readonly Fact[]
  readonly signature: Drawing | null
  readonly story: readonly Entry[]
}

/** Strokes, each a list of points measured from the upper left corner. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly strokes: readonly (readonly (readonly [x: number, y: number])[])[]
}

interface Section {
  readonly heading: string
  readonly facts: readonly Fact[]
}

/** All texts in a case file. The files of merged documents follow in list order. */
export interface Contents {
  readonly title: string
  readonly subtitle: string
  /** The footer on each page drawn by the server. */
  readonly foot: string
  readonly sections: readonly Section[]
  readonly history: readonly Entry[]
  readonly comments: readonly Entry[]
  readonly checks: readonly CheckPart[]
  readonly documents: readonly ListedDocument[]
  /** Sections that follow everything else. */
  readonly closing: readonly Section[]
}
