import { describe, expect, test } from 'vitest'
import { chatFormats, isChatUrl, noticeInFormat } from './events.ts'

describe('users’ own chats', () => {
  test.each([
    ['slack', 'https://hooks.slack.com/services/T0/B0/X0'],
    ['slack', 'https://hooks.slack-gov.com/services/T0/B0/X0'],
    ['teams', 'https://prod-12.westus.logic.azure.com:443/workflows/0a/triggers/manual/paths/invoke?sig=x'],
    ['teams', 'https://default0a.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/0a'],
    ['google-chat', 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t'],
    ['slack', 'https://chat.example.com/hooks/x0'],
  ] as const)('can be %s at %s', (format, url) => {
    expect(isChatUrl(format, url, ['chat.example.com'])).toBe(true)
  })

  test.each([
    ['slack', 'https://hooks.slack.com.evil.example/services/T0/B0/X0'],
    ['slack', 'https://evil.example/hooks.slack.com'],
    ['slack', 'https://evilhooks.slack.com/services/T0/B0/X0'],
    ['slack', 'http://hooks.slack.com/services/T0/B0/X0'],
    ['slack', 'https://hooks.slack.com@evil.example/'],
    ['slack', 'https://hooks.slack.com./services/T0/B0/X0'],
    ['slack', 'https://chat.googleapis.com/v1/spaces/A/messages'],
    ['teams', 'https://logic.azure.com/workflows/0a'],
    ['teams', 'https://evillogic.azure.com/workflows/0a'],
    ['teams', 'https://prod-12.westus.logic.azure.com.evil.example/workflows/0a'],
    ['google-chat', 'https://chat.googleapis.com.evil.example/v1/spaces/A/messages'],
    ['slack', 'https://127.0.0.1/'],
    ['slack', 'https://169.254.169.254/latest/meta-data/'],
    ['slack', 'https://[::1]/'],
    ['slack', 'https://evil.chat.example.com/'],
  ] as const)('can’t be %s at %s', (format, url) => {
    expect(isChatUrl(format, url, ['chat.example.com'])).toBe(false)
  })

  test.each(chatFormats)('get no links or mentions from names in messages to $name', ({ name }) => {
    const said = 'NWG-1 needs your approval: <!channel> https://evil.example/x [a](b) @all, $1,250.50'
    const message = JSON.stringify(
      noticeInFormat(name, { said, by: '*St. Louis* evil.example' }, 'https://checks.example.com/'),
    )
    const words =
      'NWG-1 needs your approval: !channel https: evil. example x a b all, $1,250.50 (St. Louis evil. example).'
    expect(message).toContain(words)
  })
})
