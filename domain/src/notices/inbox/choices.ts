import { z } from 'zod'
import { type AccessLevel, accessLevels } from '../../access/scope.ts'
import { type AnyTopic, type NoticeTopic, noticeTopics } from './notices.ts'

/** The ways to notify a user: immediate email, daily email, inbox only, or not at all. */
export const deliveries = ['at_once', 'digest', 'inbox', 'off'] as const
export type Delivery = (typeof deliveries)[number]

/** The notification settings of a user without choices. */
const defaults: Readonly<Record<NoticeTopic, Delivery>> = {
  waiting: 'at_once',
  reminder: 'digest',
  withdrawal: 'inbox',
  decision: 'at_once',
  handover: 'at_once',
  hold: 'at_once',
  mention: 'at_once',
  comment: 'digest',
  'bank-exception': 'at_once',
  confirmation: 'at_once',
  shortage: 'at_once',
  'standing-in': 'at_once',
  recurring: 'at_once',
  'incoming-mail': 'at_once',
  installation: 'at_once',
}

/** A user's choices; topics without one are missing. */
export type Choices = Partial<Readonly<Record<NoticeTopic, Delivery>>>

/** How a user with these choices is notified about a topic. */
export function deliveryOf(topic: AnyTopic, choices: Choices): Delivery {
  if (topic === 'security') return 'at_once'
  return choices[topic] ?? defaults[topic]
}

/** The topics available to a user: only super admins get those about the installation. */
export function topicsFor(level: AccessLevel) {
  return noticeTopics.filter(({ name }) => name !== 'installation' || level === accessLevels.superAdmin)
}

/** The topics that a user with these choices has switched off. */
export function topicsOff(choices: Choices): NoticeTopic[] {
  return noticeTopics.map(({ name }) => name).filter((topic) => deliveryOf(topic, choices) === 'off')
}

const neverOff = 'Notices about requests that need your action can be limited to the inbox, but not turned off.'
const anyDelivery = z.enum(deliveries)
const notOff = anyDelivery.refine((delivery) => delivery !== 'off', { error: neverOff })

function choiceField({ canBeOff }: (typeof noticeTopics)[number]) {
  return (canBeOff ? anyDelivery : notOff).optional()
}

const choiceFields = Object.fromEntries(noticeTopics.map((topic) => [topic.name, choiceField(topic)])) as Record<
  NoticeTopic,
  ReturnType<typeof choiceField>
>

/** A user's new choices; missing topics stay unchanged. */
export const noticeChoicesBody = z.strictObject(choiceFields)
export type NoticeChoicesInput = z.output<typeof noticeChoicesBody>
