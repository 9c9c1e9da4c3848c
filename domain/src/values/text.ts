import { z } from 'zod'
import { hasHidden, mixedWord } from './hidden-characters.ts'

/** Maximum lengths of a name and a note (D3). */
export const longestName = 200
const longestNote = 2000

// C0 and C1 control characters. Tabs and line breaks are allowed only in notes.
const controls = /\p{Cc}/u
const controlsButLayout = /[^\P{Cc}\t\n\r]/u

const hiddenFound = 'This text contains invisible characters. Type it instead of pasting it'

/**
 * Text that PostgreSQL can store and every screen can show: well-formed and, on one line, without control characters
 * (D3).
 */
function clean(schema: z.ZodString, forbidden: RegExp) {
  return schema
    .refine((text) => text.isWellFormed(), {
      error: 'This text has characters that can’t be stored. Type it without them.',
    })
    .refine((text) => !forbidden.test(text), { error: 'This text has invisible control characters. Type it again.' })
}

/** A required name: trimmed, 1 to 200 characters (D3). `missing`: the specification's message for a blank name. */
export function nameField(missing: string, longest = longestName) {
  return clean(
    z
      .string({ error: missing })
      .trim()
      .min(1, { error: missing })
      .max(longest, { error: `Enter at most ${longest} characters.` }),
    controls,
  )
    .refine((text) => !hasHidden(text), { error: hiddenFound })
    .superRefine(refuseMixed)
}

/** Adds an issue if a word mixes letters from two alphabets, which makes one name look like another (F9). */
export function refuseMixed(text: string | null, context: z.RefinementCtx): void {
  const word = mixedWord(text ?? '')
  if (word === undefined) return
  context.addIssue(`“${word}” mixes letters from different alphabets. Retype the name in one alphabet.`)
}

/** An optional line of text: blank or absent becomes null. */
export function optionalLine(longest = longestName, tooLong = `Enter at most ${longest} characters.`) {
  return clean(z.string().trim().max(longest, { error: tooLong }), controls)
    .refine((text) => !hasHidden(text), { error: hiddenFound })
    .nullish()
    .transform((text) => text || null)
}

/** An optional multiline text that affects payments, such as an address. Blank or absent becomes null. */
export function optionalLines(longest: number) {
  return clean(
    z
      .string()
      .trim()
      .max(longest, { error: `Enter at most ${longest} characters.` }),
    controlsButLayout,
  )
    .refine((text) => !hasHidden(text), { error: hiddenFound })
    .nullish()
    .transform((text) => text || null)
}

/** A required multiline text: trimmed, not blank. */
export function requiredLines(missing: string, longest: number) {
  return clean(
    z
      .string({ error: missing })
      .trim()
      .min(1, { error: missing })
      .max(longest, { error: `Enter at most ${longest} characters.` }),
    controlsButLayout,
  ).refine((text) => !hasHidden(text), { error: hiddenFound })
}

/** An optional multiline text: blank or absent becomes null. */
export function optionalNote(longest = longestNote) {
  return clean(
    z
      .string()
      .trim()
      .max(longest, { error: `Enter at most ${longest} characters.` }),
    controlsButLayout,
  )
    .nullish()
    .transform((text) => text || null)
}
