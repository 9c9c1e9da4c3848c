import {
  type Color,
  clip,
  endPath,
  grayscale,
  PDFArray,
  PDFBool,
  PDFCheckBox,
  PDFContentStream,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFRef,
  PDFTextField,
  type PDFWidgetAnnotation,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  TextAlignment,
} from '@cantoo/pdf-lib'
import { Fonts, type Letter } from './fonts.ts'
import { operatorsOfLine, Paragraph, type Run, widthOf } from './paragraph.ts'

/**
 * Draws the field values in a form that relies on the viewer to draw them (NeedAppearances). That flag belongs to the
 * form, which isn't copied with the pages. Throws if the fonts can't show a value, because the PDF library would draw
 * question marks instead.
 */
export async function drawFields(document: PDFDocument): Promise<void> {
  const settings = document.catalog.lookup(PDFName.of('AcroForm'))
  if (!(settings instanceof PDFDict) || settings.lookup(PDFName.of('NeedAppearances')) !== PDFBool.True) return
  nameAllFields(document, settings)
  const form = document.getForm()
  const font = form.getDefaultFont()
  const usual = new Set(font.getCharacterSet())
  const fonts = new Fonts(document)
  for (const field of form.getFields()) {
    if (field instanceof PDFCheckBox || field instanceof PDFRadioGroup) field.defaultUpdateAppearances()
    const text = textIn(field)
    if (text === undefined) continue
    if ([...text].every((letter) => letter < ' ' || usual.has(letter.codePointAt(0) ?? 0)))
      field.defaultUpdateAppearances(font)
    else await drawValue(field, text, { font, fonts })
  }
  fonts.embed()
  await document.flush()
}

/** Returns the text that a field shows, or undefined for a password or a field without text. */
function textIn(field: PDFField): string | undefined {
  if (field instanceof PDFTextField) return field.isPassword() ? undefined : (field.getText() ?? '')
  if (field instanceof PDFDropdown) return field.getSelected().join('')
  return field instanceof PDFOptionList ? field.getOptions().join('') : undefined
}

/**
 * Draws a value that the standard form font can't show. The library draws the empty field, and this adds the text to
 * it.
 */
async function drawValue(field: PDFField, text: string, { font, fonts }: { font: PDFFont; fonts: Fonts }) {
  const isText = field instanceof PDFTextField
  if (!(isText || field instanceof PDFDropdown) || (isText && field.isCombed()))
    throw new Error('The fonts can’t fill this type of field.')
  const paragraphs: Letter[][] = []
  const lines = isText && field.isMultiline() ? text.split(/\r\n|\r|\n/) : [text]
  for (const line of lines) paragraphs.push(await fonts.lettersOf(line, 'normal'))
  const widgets = field.acroField.getWidgets()
  const inks = widgets.map((widget) => inkOf(widget.getDefaultAppearance() ?? field.acroField.getDefaultAppearance()))
  if (isText) field.setText('')
  else field.clear()
  field.defaultUpdateAppearances(font)
  const alignment = isText ? field.getAlignment() : TextAlignment.Left
  for (const [index, widget] of widgets.entries())
    drawInto(widget, {
      paragraphs,
      alignment,
      isMultiline: isText && field.isMultiline(),
      ...(inks[index] ?? inkOf('')),
    })
}

interface Value {
  readonly paragraphs: readonly (readonly Letter[])[]
  readonly alignment: TextAlignment
  readonly isMultiline: boolean
  /** The font size in points, or 0 to fit the field. */
  readonly size: number
  readonly color: Color
}

const lineHeight = 1.3

function drawInto(widget: PDFWidgetAnnotation, { paragraphs, alignment, isMultiline, color, ...wanted }: Value): void {
  const appearance = widget.dict.context.lookup(widget.getNormalAppearance())
  if (!(appearance instanceof PDFContentStream) || widget.getAppearanceCharacteristics()?.getRotation())
    throw new Error('The fonts can’t fill a rotated field.')
  const { width, height } = widget.getRectangle()
  const margin = (widget.getBorderStyle()?.getWidth() ?? 0) + 2
  const room = { width: width - 2 * margin, height: height - 2 * margin }
  const linesAt = (size: number) =>
    paragraphs.flatMap((letters) => new Paragraph(letters).linesWithin(isMultiline ? room.width / size : Infinity))
  const fits = (size: number) => {
    const lines = linesAt(size)
    return lines.length * size * lineHeight <= room.height && lines.every((line) => widthOf(line) * size <= room.width)
  }
  const size = wanted.size || (sizes.find(fits) ?? 4)
  const lines = linesAt(size)
  const top = isMultiline ? height - margin - size : height / 2 - size * 0.35
  appearance.push(pushGraphicsState(), rectangle(margin, 0, room.width, height), clip(), endPath())
  for (const [index, line] of lines.entries()) {
    const left = margin + ((room.width - widthOf(line) * size) * shareBefore[alignment]) / 2
    appearance.push(...operatorsOfLine(line, { x: left, y: top - index * size * lineHeight, size, color }))
  }
  appearance.push(popGraphicsState())
  nameFonts(appearance, lines.flat())
}

const sizes = [12, 11, 10, 9, 8, 7, 6, 5]
const shareBefore = { [TextAlignment.Left]: 0, [TextAlignment.Center]: 1, [TextAlignment.Right]: 2 }

function nameFonts({ dict }: PDFContentStream, runs: readonly Run[]): void {
  const fonts = dict.lookup(PDFName.of('Resources'), PDFDict).lookup(PDFName.of('Font'), PDFDict)
  for (const { face } of runs) fonts.set(PDFName.of(face.name), face.ref)
}

/** Parses the font size and color from a field's appearance, such as `/Helv 12 Tf 0 0 1 rg`. */
function inkOf(appearance = ''): { size: number; color: Color } {
  const [, size = '0'] = /([\d.]+)\s+Tf/.exec(appearance) ?? []
  const [, colors = '0'] = /((?:[\d.]+\s+)+)(?:g|rg)\b/.exec(appearance) ?? []
  const [red = 0, green, blue] = colors.trim().split(/\s+/).map(Number)
  return {
    size: Number(size),
    color: green === undefined || blue === undefined ? grayscale(red) : rgb(red, green, blue),
  }
}

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
 * Copies inherited values to each field, and adds all fields to the form's list. Viewers draw every field on a page,
 * but the PDF library draws only fields in that list and resolves inheritance only in part.
 */
function nameAllFields(document: PDFDocument, form: PDFDict): void {
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

/** Copies inherited values to a widget and its ancestors. Returns the topmost ancestor. */
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

/** A widget and its ancestors, from the bottom up. */
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
