// The one import of Preact and htm: every value is rendered as text, never as markup.
export {
  html, render, useCallback, useEffect, useErrorBoundary, useLayoutEffect, useMemo, useReducer, useRef, useState,
} from './vendor/htm-preact-3.1.1.js';
