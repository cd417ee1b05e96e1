/** Entity resolution: stages from exact names to similar ones; aliases, merges and splits. */
package io.oxgraph.entity;
