import { describe, expect, test } from 'vitest'
import { mentionOf, mentionsIn, textParts, withNames } from './text-parts.ts'

const rosa = { id: 12, name: 'Rosa Delgado' }
const renee = { id: 3, name: 'Renée Çelik' }
const linksOf = (text: string) => textParts(text, []).flatMap((part) => (part.kind === 'link' ? [part.href] : []))

test('a text is cut into words, people and addresses, and nothing of it is lost', () => {
  expect(textParts('Ask @[12], see https://shop.example/a?b=c#d.\nThanks', [rosa])).toEqual([
    { kind: 'text', text: 'Ask ' },
    { kind: 'mention', person: rosa },
    { kind: 'text', text: ', see ' },
    { kind: 'link', href: 'https://shop.example/a?b=c#d' },
    { kind: 'text', text: '.\nThanks' },
  ])
})

test('the people whom a text mentions are found once each', () => {
  expect(mentionsIn(`${mentionOf(12)} and @[3], @[12] too; not @12, @[0], @[x], @[-1], mail@example.com`)).toEqual([
    3, 12,
  ])
  expect(withNames('@[3] asks @[12] and @[99]', [rosa, renee])).toBe('@Renée Çelik asks @Rosa Delgado and @[99]')
})

describe('only what is safe to open becomes a link', () => {
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
  ])('%s stays a text', (text) => {
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
  ])('%s leads to %s', (text, href) => {
    expect(linksOf(text)).toEqual([href])
  })

  test('an address that looks like another one is shown as what it is', () => {
    expect(linksOf('https://аpple.example/')).toEqual(['https://xn--pple-43d.example/'])
  })
})
