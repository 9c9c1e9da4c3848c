import type { ExamplesOf } from '../../api/endpoint.ts'
import type { controlEndpoints } from './endpoints.ts'

/** Examples of the calls about changes to controls. */
export const controlExamples: ExamplesOf<typeof controlEndpoints> = {
  list: {
    reply: [
      {
        id: 12,
        version: 1,
        dealer_group_id: 1,
        dealer_group_name: 'Lakeside Auto Group',
        control: 'group-settings',
        subject: null,
        says: ['Check custody: off'],
        asked_by: { id: 3, name: 'Grace Lindqvist' },
        asked_at: '2026-11-20T16:20:00.000Z',
        second_people: ['Sam Okafor'],
        effective_at: null,
        alone: false,
        confirm_refusal: null,
        stop_refusal: null,
      },
    ],
  },
  confirm: { body: { version: 1 }, reply: { id: 12 } },
  stop: { body: { version: 1 }, reply: { id: 12 } },
}
