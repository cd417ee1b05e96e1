// The one door to the library that draws: everything it is given as a value becomes text, never markup.
export {
  html, render, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState,
} from './vendor/htm-preact-3.1.1.js';
