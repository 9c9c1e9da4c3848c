import { describe, expect, test } from 'vitest'
import { mentionOf, mentionsIn, textParts, withIds, withNames } from './text-parts.ts'

const rosa = { id: 12, name: 'Rosa Delgado' }
const renee = { id: 3, name: 'Renée Çelik' }
const linksOf = (text: string) => textParts(text, []).flatMap((part) => (part.kind === 'link' ? [part.href] : []))

test('splits a text into words, mentions, and links without losing characters', () => {
  expect(textParts('Ask @[12], see https://shop.example/a?b=c#d.\nThanks', [rosa])).toEqual([
    { kind: 'text', text: 'Ask ' },
    { kind: 'mention', person: rosa },
    { kind: 'text', text: ', see ' },
    { kind: 'link', href: 'https://shop.example/a?b=c#d' },
    { kind: 'text', text: '.\nThanks' },
  ])
})

test('returns each mentioned user once', () => {
  expect(mentionsIn(`${mentionOf(12)} and @[3], @[12] too; not @12, @[0], @[x], @[-1], mail@example.com`)).toEqual([
    3, 12,
  ])
  expect(withNames('@[3] asks @[12] and @[99]', [rosa, renee])).toBe('@Renée Çelik asks @Rosa Delgado and @[99]')
})

describe('safe links', () => {
  test.each([
    ['javascript:alert(1)'],
    ['JAVASCRIPT://example.com/%0aalert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['file:///etc/passwd'],
    ['vbscript:msgbox'],
    ['www.example.com'],
    ['https://'],
    ['https://bank.example@evil.example/'],
    ['https://user:secret@bank.example/'],
  ])('shows %s as plain text', (text) => {
    expect(linksOf(`see ${text} now`)).toEqual([])
    expect(textParts(text, [])).toEqual([{ kind: 'text', text }])
  })

  test.each([
    ['(https://shop.example/a)', 'https://shop.example/a'],
    ['https://shop.example/a_(b)', 'https://shop.example/a_(b)'],
    ['“https://shop.example/a”', 'https://shop.example/a'],
    ['https://shop.example/a?b=1&c=2!', 'https://shop.example/a?b=1&c=2'],
    ['HTTPS://Shop.Example', 'https://shop.example/'],
    ['https://shop.example/"onmouseover="alert(1)', 'https://shop.example/'],
    ['http://shop.example:8080/x,', 'http://shop.example:8080/x'],
  ])('turns %s into a link to %s', (text, href) => {
    expect(linksOf(text)).toEqual([href])
  })

  test('shows the real address of a link that imitates another one', () => {
    expect(linksOf('https://аpple.example/')).toEqual(['https://xn--pple-43d.example/'])
  })
})

test('mentions a user by a full name typed after @ if only one user has that name', () => {
  const people = [
    { id: 3, name: 'Denise Carver' },
    { id: 4, name: 'Renée van Çelik' },
    { id: 5, name: 'Ann Lee' },
    { id: 6, name: 'Ann Lee' },
    { id: 7, name: 'Denise' },
  ]
  const sent = (text: string) => withIds(text, people).text
  expect(sent('Hi @Denise Carver, please look')).toBe('Hi @[3], please look')
  expect(sent('@denise carver')).toBe('@[3]')
  expect(sent('(@Denise Carver) and @Renee van Celik.')).toBe('(@[3]) and @[4].')
  expect(sent('@Denise said so')).toBe('@[7] said so')
  for (const text of ['@Deniser', 'mail@denise carver', '@ Denise Carver', '@Nobody Known, @[3]', '@denise@x.com'])
    expect(sent(text)).toBe(text)
  expect(withIds('Ask @Ann Lee', people).unclear).toBe('Ann Lee')
  expect(withIds('Ask @Denise Carver', people).unclear).toBeUndefined()
})
