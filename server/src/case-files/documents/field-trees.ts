import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib'

const keys = {
  annotations: PDFName.of('Annots'),
  kind: PDFName.of('Subtype'),
  widget: PDFName.of('Widget'),
  fields: PDFName.of('Fields'),
  parent: PDFName.of('Parent'),
  name: PDFName.of('T'),
  value: PDFName.of('V'),
  preset: PDFName.of('DV'),
} as const

const inherited = ['FT', 'V', 'DV', 'Ff', 'Q', 'DA', 'MaxLen', 'Opt'].map((key) => PDFName.of(key))

/**
 * Viewers draw each field that a page shows, the PDF library those that the form names, and it looks for what a field
 * inherits only in part: this gives each field what it inherits, and the form all of its fields.
 */
export function nameAllFields(document: PDFDocument, form: PDFDict): void {
  const named = form.lookup(keys.fields)
  const fields = named instanceof PDFArray ? named : document.context.obj([])
  form.set(keys.fields, fields)
  for (const { node } of document.getPages()) {
    const all = node.lookup(keys.annotations)
    for (let at = 0; all instanceof PDFArray && at < all.size(); at += 1) {
      const widget = all.lookup(at)
      if (!(widget instanceof PDFDict) || widget.lookup(keys.kind) !== keys.widget) continue
      const own = all.get(at)
      const ref = own instanceof PDFRef ? own : document.context.register(widget)
      all.set(at, ref)
      const root = inherit(widget, ref)
      if (!fields.asArray().includes(root)) fields.push(root)
    }
  }
}

/** Gives a widget and those above it what each inherits; returns the uppermost. */
function inherit(widget: PDFDict, ref: PDFRef): PDFRef {
  const { line, root } = lineOf(widget, ref)
  for (const [at, node] of line.entries())
    for (const key of inherited) {
      const value = line
        .slice(at)
        .find((one) => one.has(key))
        ?.get(key)
      if (value && !node.has(key)) node.set(key, value)
    }
  const preset = widget.get(keys.preset)
  if (preset && !widget.has(keys.value))
    for (const node of widget.has(keys.name) ? [widget] : line.slice(0, 2)) node.set(keys.value, preset)
  return root
}

/** A widget and those above it, from below. */
function lineOf(widget: PDFDict, ref: PDFRef) {
  const line = [widget]
  let root = ref
  for (let above = widget.get(keys.parent); above instanceof PDFRef; above = line.at(-1)?.get(keys.parent)) {
    const parent = widget.context.lookup(above)
    if (!(parent instanceof PDFDict) || line.includes(parent)) break
    line.push(parent)
    root = above
  }
  return { line, root }
}
