import { type CheckFace, type CheckFile, payeeLine } from '@check-requests/domain/checks/face.ts'
import { CheckDrawing } from './compose-check.ts'
import type { Letters } from './letters.ts'

/** Why a check cannot be printed, as a sentence that says what to change; undefined when it can. */
export function whyNotWritable(
  letters: Letters,
  file: Pick<CheckFile, 'stock' | 'mark'>,
  face: CheckFace,
): string | undefined {
  return whyNoLetters(letters, file, face) ?? new CheckDrawing(letters, file, face).compose().refusals[0]
}

function whyNoLetters(
  letters: Letters,
  { stock: { payer, bank } }: Pick<CheckFile, 'stock'>,
  face: CheckFace,
): string | undefined {
  const { facts, lines } = face.stub
  const texts = [
    payeeLine(face),
    ...face.addressLines,
    face.memo ?? '',
    ...face.signers,
    payer.name,
    ...payer.addressLines,
    bank.name,
    bank.place,
    ...facts.flatMap(({ label, value }) => [label, value]),
    ...lines.flatMap(({ number, description }) => [number ?? '', description]),
  ]
  for (const text of texts) {
    const letter = letters.lacking(text)
    if (letter !== undefined)
      return `No font of this system has the letter ${letter} in “${text}”. Write it in other letters.`
  }
  return undefined
}
