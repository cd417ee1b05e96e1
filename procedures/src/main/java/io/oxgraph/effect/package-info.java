/** The measured effect of patterns: risk reduction between sessions that are shown a pattern and those that are not. */
package io.oxgraph.effect;
