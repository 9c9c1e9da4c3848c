import {
  beginText,
  type Color,
  endMarkedContent,
  endText,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  popGraphicsState,
  pushGraphicsState,
  setFillingColor,
  setFontAndSize,
  setLineWidth,
  setStrokingColor,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from '@cantoo/pdf-lib'
import type { Glyph } from './face.ts'
import type { Run } from './paragraph.ts'

/** `x`, `y`: where a line begins, in points. */
interface Place {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly color: Color
}

/** Draws a line from left to right, with fonts by the names of their faces. */
export function operatorsOfLine(runs: readonly Run[], place: Place): PDFOperator[] {
  let { x } = place
  return runs.flatMap((run) => {
    const operators = operatorsOf(run, { ...place, x })
    x += run.width * place.size
    return operators
  })
}

function operatorsOf({ face, isTooThin, glyphs }: Run, { x, y, size, color }: Place): PDFOperator[] {
  const thicker = [
    setTextRenderingMode(TextRenderingMode.FillAndOutline),
    setStrokingColor(color),
    setLineWidth(size / 30),
  ]
  // What says nothing comes last, since a reader takes what is drawn in between for the end of a word.
  const ordered = [...glyphs.filter(({ text }) => text !== ''), ...glyphs.filter(({ text }) => text === '')]
  const shown = piecesOf(ordered).flatMap((piece) => {
    const show = [
      setTextMatrix(1, 0, 0, 1, x + piece.x * size, y + piece.y * size),
      showText(PDFHexString.of(piece.codes)),
    ]
    return piece.isWordless ? [saysNothing, ...show, endMarkedContent()] : show
  })
  return [
    pushGraphicsState(),
    beginText(),
    setFillingColor(color),
    ...(isTooThin ? thicker : []),
    setFontAndSize(face.name, size),
    ...shown,
    endText(),
    popGraphicsState(),
  ]
}

/** Glyphs that follow one another as a reader of the file goes on by itself. */
function piecesOf(glyphs: readonly Glyph[]) {
  const pieces: { codes: string; x: number; y: number; isWordless: boolean }[] = []
  let next = Number.NaN
  for (const { code, text, x, y, advance } of glyphs) {
    const last = pieces.at(-1)
    const isWordless = text === ''
    if (last && Math.abs(x - next) < 0.0005 && y === last.y && isWordless === last.isWordless) last.codes += code
    else pieces.push({ codes: code, x, y, isWordless })
    next = x + advance
  }
  return pieces
}

const saysNothing = PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [
  PDFName.of('Span'),
  '<</ActualText ()>>',
])
