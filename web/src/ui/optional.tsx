import { type ComponentType, lazy, Suspense, useState } from 'react'

/**
 * A component that the screen can do without. Renders nothing until the component's code has loaded, or if loading
 * fails. Loading is retried the next time the component is shown.
 */
export function optional<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch {
        loaded = begin()
        return { default: Nothing as ComponentType<Props> }
      }
    })
  let loaded = begin()
  return function Optional(props) {
    const [Loaded] = useState(() => loaded)
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

function Nothing() {
  return null
}
