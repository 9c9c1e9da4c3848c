import { z } from 'zod'
import { type AccessLevel, accessLevels } from '../../access/scope.ts'
import { type AnyTopic, type NoticeTopic, noticeTopics } from './notices.ts'

/** How somebody is told: by mail at once, by mail once a day, in the inbox only, or not at all. */
export const deliveries = ['at_once', 'digest', 'inbox', 'off'] as const
export type Delivery = (typeof deliveries)[number]

/** How somebody is told who has chosen nothing. */
const defaults: Readonly<Record<NoticeTopic, Delivery>> = {
  waiting: 'at_once',
  reminder: 'digest',
  withdrawal: 'inbox',
  decision: 'at_once',
  handover: 'at_once',
  hold: 'at_once',
  mention: 'at_once',
  comment: 'digest',
  confirmation: 'at_once',
  shortage: 'at_once',
  'standing-in': 'at_once',
  installation: 'at_once',
}

/** Somebody's choices; topics without one are absent. */
export type Choices = Partial<Readonly<Record<NoticeTopic, Delivery>>>

/** How somebody with these choices is told of a topic. */
export function deliveryOf(topic: AnyTopic, choices: Choices): Delivery {
  if (topic === 'security') return 'at_once'
  return choices[topic] ?? defaults[topic]
}

/** The topics that can concern somebody: only super admins look after the installation. */
export function topicsFor(level: AccessLevel) {
  return noticeTopics.filter(({ name }) => name !== 'installation' || level === accessLevels.superAdmin)
}

/** The topics that somebody with these choices is not told of at all. */
export function topicsOff(choices: Choices): NoticeTopic[] {
  return noticeTopics.map(({ name }) => name).filter((topic) => deliveryOf(topic, choices) === 'off')
}

const neverOff = 'What waits for you can be shown in the inbox only, but not switched off.'
const anyDelivery = z.enum(deliveries)
const notOff = anyDelivery.refine((delivery) => delivery !== 'off', { error: neverOff })

function choiceField({ canBeOff }: (typeof noticeTopics)[number]) {
  return (canBeOff ? anyDelivery : notOff).optional()
}

const choiceFields = Object.fromEntries(noticeTopics.map((topic) => [topic.name, choiceField(topic)])) as Record<
  NoticeTopic,
  ReturnType<typeof choiceField>
>

/** What somebody chooses; topics that are absent stay as they are. */
export const noticeChoicesBody = z.strictObject(choiceFields)
export type NoticeChoicesInput = z.output<typeof noticeChoicesBody>
