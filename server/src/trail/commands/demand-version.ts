import { Failure } from '../../platform/errors.ts'
import type { Tx } from '../../tables.ts'
import { type AuditRow, latestLink, lockVersion, type VersionedEntity } from '../queries/read.ts'
import { beforeChange } from './changes.ts'

/** Before a record is changed: refuses anything but the version that was seen, and says who changed what (A6). */
export async function demandVersion(
  trx: Tx,
  entity: VersionedEntity,
  id: number,
  seen: number | undefined,
): Promise<void> {
  await beforeChange(trx, entity, id)
  if (seen === undefined) return
  const version = await lockVersion(trx, entity, id)
  if (version === undefined || version === seen) return
  const link = await latestLink(trx, entity, id)
  const who = link?.actor_name ?? 'Somebody'
  const what = `this ${entity.replace('-', ' ')}${fieldsOf(link)}`
  const message = `${who} changed ${what} in the meantime. Look at it again before you go on.`
  const current = link && { version, updated_at: link.at, updated_by: link.actor_name }
  throw new Failure('CONFLICT', message, { current })
}

type State = Record<string, unknown> | null

function fieldsOf(link: AuditRow | undefined): string {
  if (!link) return ''
  const { before, after } = JSON.parse(link.payload) as { before: State; after: State }
  const changed = Object.keys(after ?? {}).filter((field) => isOther(before?.[field], after?.[field]))
  const names = [...changed.map(inWords), ...(link.action.endsWith('set-password') ? ['password'] : [])]
  return names.length > 0 ? ` (${names.join(', ')})` : ''
}

function isOther(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}

function inWords(field: string): string {
  return field.replace(/^is_|_ids?$/g, '').replaceAll('_', ' ')
}
