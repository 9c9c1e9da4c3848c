import type { KeptReason } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** An address that takes emails with documents for a dealer group or one of its dealerships. */
export interface MailAddressTable {
  id: Generated<number>
  dealer_group_id: number
  dealership_id: number | null
  /** The part of the address after the `+`. Empty for the plain address. */
  tag: string
  /** JSON: the ids of the users who get the emails of payees. */
  people_ids: string
}

/** An email that arrived in the last two weeks. */
export interface ReceivedMailTable {
  id: Generated<number>
  dealer_group_id: number
  /** The dealership of the address that it was sent to. */
  dealership_id: number | null
  /** The hash by which a second delivery of the same email is recognized. */
  content_key: string
  sender: string
  subject: string
  /** JSON: the names of the attachments. */
  files: string
  /** Why it is kept for an admin. Null if it became drafts. */
  reason: KeptReason | null
  /** The file with the whole email while it is kept for an admin, and its size in bytes. */
  stored_as: string | null
  size: number | null
  received_at: Moment
}

export interface IncomingMailTables {
  mail_addresses: MailAddressTable
  received_mails: ReceivedMailTable
}
