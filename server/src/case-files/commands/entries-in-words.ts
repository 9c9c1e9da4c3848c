import { roleOf } from '@check-requests/domain/access/roles.ts'
import { changesInWords, type NamesById } from '@check-requests/domain/check-requests/changes-in-words.ts'
import { eventInWords } from '@check-requests/domain/check-requests/events.ts'
import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { withNames } from '@check-requests/domain/comments/text-parts.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { momentInWords } from '@check-requests/domain/values/time-zones.ts'
import type { HistoryRow } from '../../check-requests/queries/detail/history.ts'
import { type CommentRow, mentionsOf } from '../../comments/queries/comments.ts'
import type { Entry } from '../documents/contents.ts'

/** What happened once: who did what in which role, from what to what, and the note; when, by the clocks of `zone`. */
export function historyInWords(row: HistoryRow, names: NamesById, zone: string): Entry {
  const changes = changesInWords({ changes: JSON.parse(row.changes) }, names)
  return {
    when: momentInWords(row.created_at, zone),
    who: `${markHidden(row.user_name)} (${roleOf(row.role_id).label})`,
    lines: [
      capital(eventInWords(row.action, statusOf(row.status_id).name)),
      ...(row.check_number === null ? [] : [`Check number ${row.check_number}`]),
      ...changes.map(({ field, from, to }) => `${field}: ${from === undefined ? to : `was ${from}, now ${to}`}`),
      ...(row.note === null ? [] : [`“${markHidden(row.note)}”`]),
    ],
  }
}

/** A comment, or that it was deleted. */
export function commentInWords(row: CommentRow, zone: string): Entry {
  const edited = row.edited_at && row.deleted_at === null ? ', edited' : ''
  const said = row.deleted_at === null ? markHidden(withNames(row.text, mentionsOf(row))) : 'Deleted.'
  return {
    when: `${momentInWords(row.created_at, zone)}${edited}`,
    who: markHidden(row.created_by_name),
    lines: [said],
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
