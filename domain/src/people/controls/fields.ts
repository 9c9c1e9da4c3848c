import { z } from 'zod'
import { heldControls } from './controls.ts'

/** A change that loosens a control (F10): it waits for a second person, or one person has made it alone. */
export const controlChangeReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealer_group_id: z.int(),
    dealer_group_name: z.string(),
    control: z.enum(heldControls),
    subject: z.string().nullable().describe('The bank account; null where the words say it all'),
    says: z.array(z.string()).describe('What becomes looser, each in words'),
    asked_by: z.object({ id: z.int(), name: z.string() }),
    asked_at: z.iso.datetime(),
    second_people: z.array(z.string()).describe('Who can confirm it; empty where nobody is there'),
    effective_at: z.iso.datetime().nullable().describe('When it takes effect by itself, where nobody is there'),
    alone: z.boolean().describe('True where it took effect without a second person; confirming says that it is right'),
    confirm_refusal: z.string().nullable(),
    stop_refusal: z.string().nullable(),
  })
  .meta({ id: 'ControlChange' })
export type ControlChange = z.output<typeof controlChangeReply>

/** Body of a confirmation or a stop: the version of what was seen. */
export const decideControlBody = z.strictObject({ version: z.int().positive({ error: 'Version is required' }) })
