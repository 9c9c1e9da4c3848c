import { type ComponentType, createElement, use } from 'react'

/** The code of a screen did not arrive: the server cannot be reached, or has been updated meanwhile. */
export class ScreenNotLoaded extends Error {
  /** Lets the next try load it again. */
  readonly forget: () => void

  constructor(forget: () => void) {
    super('The code of this screen could not be loaded')
    this.forget = forget
  }
}

/** A screen whose code is loaded when somebody is about to open it. A failure is shown in its place, never a reload. */
export function lazyScreen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let loading: Promise<ComponentType> | undefined
  const forget = () => {
    loading = undefined
  }
  const get = () => {
    loading ??= load().then(
      (module) => module[name],
      () => Promise.reject(new ScreenNotLoaded(forget)),
    )
    return loading
  }
  function LazyScreen() {
    return createElement(use(get()))
  }
  // What failed before the screen is opened is tried again when it is: the server may be back by then.
  return Object.assign(LazyScreen, { preload: () => get().then(ignore, forget) })
}

function ignore(): void {}
