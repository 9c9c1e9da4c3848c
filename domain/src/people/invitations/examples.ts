import type { ExamplesOf } from '../../api/endpoint.ts'
import { exampleNames, exampleRights, exampleUser } from '../users/examples.ts'
import type { invitationEndpoints } from './endpoints.ts'

/** Examples of the calls that invite users. */
export const invitationExamples: ExamplesOf<typeof invitationEndpoints> = {
  invite: {
    body: { ...exampleNames, ...exampleRights },
    reply: {
      user: exampleUser,
      link: 'https://checks.example.com/choose-password#41-GkS0mVYw1cVv7vJmQe0nq3l1o4zq2mHhX5s6Jm8b0Qk',
      expires_at: '2026-11-29T15:04:05.000Z',
    },
  },
  inviteAgain: { reply: { user: exampleUser, link: null, expires_at: null } },
}
