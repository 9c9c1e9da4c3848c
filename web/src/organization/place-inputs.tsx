import { defaultTimeZone, knownZones, offsetInWords, zoneInWords } from '@check-requests/domain/values/time-zones.ts'
import { type ComponentProps, useState } from 'react'
import { Input } from '#ui/form/field.tsx'
import type { Option } from '#ui/form/option.ts'
import { Select, type SelectProps } from '#ui/form/select.tsx'

/** The most common time zones in the United States, from east to west. */
const usual = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Pacific/Guam',
]

// American zones with a separate history. Browsers use different names for some of them.
const otherAmerican =
  /^America\/(Adak|Boise|Detroit|Indiana|Juneau|Kentucky|Louisville|Menominee|Metlakatla|Nome|North_Dakota|Sitka|Yakutat)/

/** The browser's own time zone if it is one in the United States. */
export function ownTimeZone(own = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return usual.includes(own) || isAmerican(own) ? own : defaultTimeZone
}

/** A select for a time zone, searchable by name or city. Time zones in the United States come first. */
export function TimeZoneSelect(props: Omit<SelectProps<string>, 'options' | 'searchable'>) {
  const [options] = useState(() => timeZoneOptions(Date.now(), props.value))
  return <Select {...props} searchable options={options} />
}

/**
 * All time zones with their UTC offset at a given time, including the chosen time zone even if this browser uses
 * another name for it.
 */
function timeZoneOptions(now: number, chosen: string | null): Option<string>[] {
  const others = knownZones().filter((zone) => !usual.includes(zone))
  const rest = chosen === null || [...usual, ...others].includes(chosen) ? others : [...others, chosen]
  const choice = (zone: string, group: string) => {
    return { value: zone, label: `${zoneInWords(zone, now)}, ${offsetInWords(zone, now)}`, group }
  }
  const [american, foreign] = [rest.filter(isAmerican), rest.filter((zone) => !isAmerican(zone))]
  return [
    ...usual.map((zone) => choice(zone, 'United States')),
    ...american.map((zone) => choice(zone, 'United States')).sort(byLabel),
    ...foreign.map((zone) => choice(zone, 'Elsewhere')).sort(byLabel),
  ]
}

function isAmerican(zone: string): boolean {
  return otherAmerican.test(zone)
}

function byLabel(one: Option<string>, other: Option<string>): number {
  return one.label.localeCompare(other.label, 'en-US')
}

/** A field for a code. Lowercase letters appear in uppercase, as they will be stored (D2). */
export function CodeInput(props: ComponentProps<'input'>) {
  return <Input {...props} className="uppercase" autoComplete="off" spellCheck={false} />
}
