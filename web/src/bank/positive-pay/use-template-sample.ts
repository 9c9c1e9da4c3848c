import { sampleAccount, sampleDate, sampleRows } from '@check-requests/domain/bank/positive-pay/sample.ts'
import { positivePayTemplate } from '@check-requests/domain/bank/positive-pay/template.ts'
import { writePositivePayFile } from '@check-requests/domain/bank/positive-pay/write-file.ts'
import { useMemo } from 'react'
import { type EditedTemplate, templateBody } from '#bank/positive-pay/edited-template.ts'

/** What is wrong with the fields of a template, by their paths, such as `record.2.length`. */
export type Messages = Readonly<Record<string, string>>

/** The file that a template makes of made-up checks, or the sentences that say why there is none. */
export interface TemplateSample {
  readonly text: string | undefined
  readonly problems: readonly string[]
  readonly messages: Messages
}

/** Follows what is typed; what is wrong with the template is said of its lines and columns, from 1. */
export function useTemplateSample(template: EditedTemplate): TemplateSample {
  return useMemo(() => sampleOf(template), [template])
}

function sampleOf(template: EditedTemplate): TemplateSample {
  const parsed = positivePayTemplate.safeParse(templateBody(template))
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message }))
    return {
      text: undefined,
      problems: issues.map(({ path, message }) => `${placeOf(path)}${message}.`),
      messages: Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])),
    }
  }
  const { text, problems = [] } = writePositivePayFile(parsed.data, sampleAccount, sampleRows, sampleDate)
  return { text, problems, messages: {} }
}

function placeOf([part = '', ...rest]: readonly string[]): string {
  const [first, second] = rest.map((index) => Number(index) + 1)
  if (part === 'record') return first ? `Column ${first} of each check: ` : ''
  const line = `${part === 'header' ? 'Header' : 'Trailer'} line ${first}`
  return second ? `${line}, column ${second}: ` : `${line}: `
}
