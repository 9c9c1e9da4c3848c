import type { ListName } from '@check-requests/domain/check-requests/views/fields.ts'
import { paths } from '#paths.ts'

/** The screen of each list that views are saved of. */
export const listPaths: Record<ListName, string> = {
  all: paths.checkRequests,
  pending: paths.pending,
  processing: paths.processing,
  completed: paths.completed,
  sendback: paths.sendBack,
  rejected: paths.reject,
}
