import { ApiFailure } from '#platform/api-failure.ts'
import type { Notice } from '#platform/notices.tsx'

/** The session has ended; whatever the person tried, this is what they need to know (R228). */
export const unauthorizedNotice: Notice = { title: 'Unauthorized access...', destructive: true }

/** The notice about a failed call: what was attempted, and the sentence of the failure (F6). */
export function failureNotice(title: string, failure: unknown): Notice {
  if (failure instanceof ApiFailure && failure.status === 401) return unauthorizedNotice
  return { title, description: messageOf(failure), destructive: true }
}

/** The sentence of a failure as shown to people. */
export function messageOf(failure: unknown): string {
  return failure instanceof ApiFailure ? failure.message : 'Something went wrong!'
}
