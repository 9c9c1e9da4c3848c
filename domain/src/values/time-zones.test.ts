import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  knownZones,
  momentAt,
  momentInWords,
  nextHourIn,
  offsetInWords,
  timeOfDay,
  timeZoneField,
  zoneInWords,
  zoneOfMost,
} from './time-zones.ts'

const hour = 3_600_000
const iso = (time: number) => new Date(time).toISOString()
const zones = [
  'UTC',
  'America/New_York',
  'Pacific/Honolulu',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
]

describe('time zone field', () => {
  test('accepts any name of a time zone and stores its main name', () => {
    expect(timeZoneField.parse('America/Chicago')).toBe('America/Chicago')
    expect(timeZoneField.parse('US/Eastern')).toBe('America/New_York')
    expect(timeZoneField.parse('utc')).toBe('UTC')
    // Browsers use different names for this time zone.
    expect(timeZoneField.parse('Asia/Kolkata')).toBe(timeZoneField.parse('Asia/Calcutta'))
    for (const zone of knownZones()) expect(timeZoneField.parse(zone)).toBe(zone)
  })

  test.each(['', 'Mars/Olympus', '+05:00', 'Etc/GMT+5', 'x'.repeat(5000), 5, null])(
    'refuses %j as a time zone',
    (text) => {
      const { error } = timeZoneField.safeParse(text)
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'Choose a time zone from the list, such as America/New_York.',
      ])
    },
  )

  test('formats a zone with its common name and its difference from UTC', () => {
    const winter = Date.parse('2026-12-01T00:00Z')
    expect(zoneInWords('America/New_York', winter)).toBe('Eastern Time (New York)')
    expect(zoneInWords('America/North_Dakota/New_Salem', winter)).toBe('Central Time (New Salem)')
    expect(zoneInWords('UTC', winter)).toBe('UTC')
    expect(offsetInWords('America/New_York', winter)).toBe('UTC−5')
    expect(offsetInWords('America/New_York', Date.parse('2026-07-01T00:00Z'))).toBe('UTC−4')
    expect(offsetInWords('Asia/Kathmandu', winter)).toBe('UTC+5:45')
    const names = knownZones().map((zone) => zoneInWords(zone, winter))
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('clock time in a zone', () => {
  test.each([
    ['winter in New York', '2026-11-20', 8, 'America/New_York', '2026-11-20T13:00:00.000Z'],
    ['summer in New York', '2026-07-20', 8, 'America/New_York', '2026-07-20T12:00:00.000Z'],
    ['the day when clocks go forward', '2026-03-08', 8, 'America/New_York', '2026-03-08T12:00:00.000Z'],
    ['a skipped hour', '2026-03-08', 2.5, 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['a repeated hour', '2026-11-01', 1.5, 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['a repeated half hour', '2026-04-05', 1.75, 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    ['a zone with an offset in minutes', '2026-11-20', 8, 'Asia/Kathmandu', '2026-11-20T02:15:00.000Z'],
    ['the east, a day ahead', '2026-11-20', 8, 'Pacific/Kiritimati', '2026-11-19T18:00:00.000Z'],
    ['the west, a day behind', '2026-11-20', 20, 'Pacific/Honolulu', '2026-11-21T06:00:00.000Z'],
    ['a skipped day', '2011-12-30', 8, 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ] as const)('converts a local time to UTC (%s)', (_what, date, hours, zone, moment) => {
    expect(iso(momentAt(date, hours * hour, zone))).toBe(moment)
  })

  test('finds the moment of a clock time and, if the clock shows it twice, the earlier moment', () => {
    const anyTime = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) })
    fc.assert(
      fc.property(anyTime, fc.constantFrom(...zones), (time, zone) => {
        const date = new Date(time).toLocaleDateString('sv-SE', { timeZone: zone })
        const shown = timeOfDay(time, zone)
        const found = momentAt(date, shown, zone)
        expect(timeOfDay(found, zone)).toBe(shown)
        expect([0, hour / 2, hour]).toContain(time - found)
      }),
    )
  })
})

describe('next 8 AM', () => {
  test.each([
    ['before eight', '2026-11-20T12:59:59.999Z', 'America/New_York', '2026-11-20T13:00:00.000Z'],
    ['at eight', '2026-11-20T13:00:00.000Z', 'America/New_York', '2026-11-21T13:00:00.000Z'],
    ['in the evening', '2026-11-21T03:00:00.000Z', 'America/Los_Angeles', '2026-11-21T16:00:00.000Z'],
    [
      'over the start of daylight saving time',
      '2026-03-07T14:00:00.000Z',
      'America/New_York',
      '2026-03-08T12:00:00.000Z',
    ],
    [
      'over the end of daylight saving time',
      '2026-10-31T14:00:00.000Z',
      'America/New_York',
      '2026-11-01T13:00:00.000Z',
    ],
    ['in the east', '2026-11-20T15:00:00.000Z', 'Asia/Tokyo', '2026-11-20T23:00:00.000Z'],
    ['in the east, the day after', '2026-11-20T23:00:00.000Z', 'Asia/Tokyo', '2026-11-21T23:00:00.000Z'],
  ] as const)('finds the next 8 AM (%s)', (_when, now, zone, next) => {
    expect(iso(nextHourIn(zone, 8, Date.parse(now)))).toBe(next)
  })
})

test('formats a time with the name of its zone', () => {
  const moment = '2026-11-23T00:42:00.000Z'
  expect(momentInWords(moment, 'America/New_York')).toBe('Nov 22, 2026, 7:42 PM EST')
  expect(momentInWords('2026-07-01T00:42:00.000Z', 'America/Chicago')).toBe('Jun 30, 2026, 7:42 PM CDT')
  expect(momentInWords(moment, 'UTC')).toBe('Nov 23, 2026, 12:42 AM UTC')
})

test('chooses the zone of most of a user’s locations, or the first zone in a tie', () => {
  const [east, west] = ['America/New_York', 'America/Los_Angeles']
  expect(zoneOfMost([])).toBe(undefined)
  expect(zoneOfMost([west])).toBe(west)
  expect(zoneOfMost([east, west, west])).toBe(west)
  expect(zoneOfMost([west, east, east, west])).toBe(west)
})
