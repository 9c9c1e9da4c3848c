import type { Db } from '../../tables.ts'
import { labelOf } from '../queries/labels.ts'
import { isRecordKind, type RecordId } from '../queries/record-shapes.ts'
import type { Difference } from './compare.ts'
import type { Gap } from './replay.ts'

/** How many findings of one sort are spelled out for one chain. */
const spelledOut = 100

/** The sentences about what does not fit; where there are very many, the first ones and how many more there are. */
export async function inSentences<Finding>(
  findings: readonly Finding[],
  sentenceOf: (finding: Finding) => Promise<string>,
): Promise<string[]> {
  const sentences: string[] = []
  for (const finding of findings.slice(0, spelledOut)) sentences.push(await sentenceOf(finding))
  const others = findings.length - spelledOut
  return others > 0 ? [...sentences, `Further records that do not fit the trail: ${others}.`] : sentences
}

export async function differenceInWords(db: Db, { kind, id, known, live }: Difference): Promise<string> {
  const name = await nameOf(db, kind, id)
  if (live === null) return `${name} is gone without an entry that deletes it.`
  if (known === null) return `${name} was added without an entry in the trail.`
  return `${name} was changed without an entry in the trail.`
}

export async function gapInWords(db: Db, { kind, id, seq }: Gap): Promise<string> {
  return `${await nameOf(db, kind, id)} had been changed without an entry in the trail before entry ${seq}.`
}

async function nameOf(db: Db, kind: string, id: RecordId): Promise<string> {
  if (!isRecordKind(kind)) return `In the database, ${id}`
  return `${inWords(kind)} ${await labelOf(db, kind, id)}`
}

function inWords(kind: string): string {
  const words = kind.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
