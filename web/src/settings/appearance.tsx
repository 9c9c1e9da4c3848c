import { useTheme } from '#platform/theme.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { RadioGroup } from '#ui/radio.tsx'

const looks = [
  { value: 'system', label: 'As this device is set' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** The theme, kept by this browser (E2). */
export function Appearance() {
  const [theme, choose] = useTheme()
  return (
    <Card title="Appearance" description="Kept in this browser.">
      <Field label="Theme" group>
        <RadioGroup options={looks} value={theme} onChange={choose} />
      </Field>
    </Card>
  )
}
