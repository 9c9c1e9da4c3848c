import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * A comment on a request. `mentions` is a JSON list of `{id, name}` with the names at that time. A deleted comment
 * keeps its row, but without text and mentions.
 */
export interface CommentTable {
  id: Generated<number>
  dealer_group_id: number
  check_request_id: number
  text: string
  mentions: string
  created_at: Moment
  created_by_id: number
  created_by_name: string
  edited_at: Moment | null
  deleted_at: Moment | null
}

export interface CommentTables {
  comments: CommentTable
}
