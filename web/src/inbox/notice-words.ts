import { noticeInWords } from '@check-requests/domain/inbox/notices.ts'
import type { Notice } from '@check-requests/domain/inbox/replies.ts'

/** What a notice says, as a line below its request: `Was approved by Denise Carver`. */
export function noticeLine({ event, actor }: Pick<Notice, 'event' | 'actor'>): string {
  const words = noticeInWords(event)
  const line = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  return actor && !event.startsWith('control') ? `${line}${linkOf(event)} ${actor.name}` : line
}

function linkOf(event: Notice['event']): string {
  if (event.startsWith('waiting')) return ', from'
  return event === 'confirmation' ? ', asked for by' : ' by'
}
