/** Draws charts. `Chart` loads this module on demand. */
import { parse, View, type Config as VegaConfig } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type Config, type TopLevelSpec } from 'vega-lite';

/** A colour of the current theme. */
function colour(element: Element, name: string): string {
  // A custom property holds `light-dark(…)`; only a real property resolves to a colour.
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

function themeConfig(element: Element, isDark: boolean): Config {
  const text = colour(element, '--text');
  const muted = colour(element, '--muted');
  const line = colour(element, '--line');
  const accent = colour(element, '--accent');
  const font = getComputedStyle(element).fontFamily;
  const range = isDark
    ? [
        '#62c6be',
        '#e2b45c',
        '#9db4f0',
        '#f0958a',
        '#b9d77c',
        '#d3a6e0',
        '#c9c3b6',
        '#5ea3d9',
        '#d98a4f',
        '#7fcb93',
        '#e58fb5',
        '#a89f5e',
      ]
    : [
        '#0f6663',
        '#b3731a',
        '#4a62b8',
        '#a2342a',
        '#5c7a1f',
        '#7d4a8f',
        '#6b665c',
        '#1f7fb5',
        '#c4572a',
        '#25693b',
        '#b23a73',
        '#7a6d12',
      ];
  return {
    background: 'transparent',
    font,
    padding: 4,
    view: { stroke: 'transparent' },
    axis: {
      labelColor: muted,
      titleColor: muted,
      titleFontWeight: 500,
      labelFontSize: 12,
      titleFontSize: 12,
      gridColor: line,
      domainColor: line,
      tickColor: line,
      titlePadding: 8,
    },
    legend: { labelColor: text, titleColor: muted, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 500 },
    title: { color: text, fontSize: 14, fontWeight: 600, anchor: 'start' },
    header: { labelColor: text, titleColor: muted },
    range: { category: range },
    mark: { color: accent },
    bar: { color: accent, cornerRadiusEnd: 3 },
    point: { color: accent, filled: true, size: 60 },
    line: { color: accent, strokeWidth: 2 },
    rule: { color: muted },
    text: { color: text },
  };
}

/** Draws a specification into an element and returns a function that removes it. */
export async function draw(element: HTMLElement, spec: object, isDark: boolean): Promise<() => void> {
  const lite = spec as TopLevelSpec;
  const compiled = compile(
    { autosize: { type: 'fit-x', contains: 'padding' }, width: 'container', ...lite } as TopLevelSpec,
    { config: themeConfig(element, isDark) },
  );
  const runtime = parse(compiled.spec, undefined as unknown as VegaConfig, { ast: true });
  const view = new View(runtime, { renderer: 'canvas', hover: true, expr: expressionInterpreter });
  view.initialize(element);
  await view.runAsync();
  let width = element.clientWidth;
  const resized = new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    // Vega only listens to the window, not to the container.
    dispatchEvent(new Event('resize'));
  });
  resized.observe(element);
  return () => {
    resized.disconnect();
    view.finalize();
    element.replaceChildren();
  };
}
