<?php
/**
 * Names each place where the given files print something that is not escaped, as WordPress' coding standard demands it: a
 * variable, or what a function returns, outside a function that makes it safe. A line with `phpcs:ignore` and a reason counts as looked at.
 */
const SAFE    = '/^(?:esc_\w+|wp_kses\w*|absint|intval|count|disabled|selected|checked|wp_json_encode|rawurlencode)$/';
const CARRIES = '/^(?:sprintf|implode|array_map|printf|array)$/';

function unescaped_in( string $file ): array {
	$source = file_get_contents( $file );
	$lines  = explode( "\n", $source );
	$tokens = array_values(
		array_filter(
			PhpToken::tokenize( $source ),
			fn( $token ) => ! $token->is( array( T_WHITESPACE, T_COMMENT, T_DOC_COMMENT ) )
		)
	);
	$found  = array();
	foreach ( $tokens as $index => $token ) {
		$is_call = $token->is( T_STRING ) && preg_match( '/^v?printf$/', $token->text ) && '(' === $tokens[ $index + 1 ]->text;
		if ( ! $is_call && ! $token->is( array( T_ECHO, T_PRINT, T_OPEN_TAG_WITH_ECHO ) ) ) {
			continue;
		}
		$calls   = array();
		$pending = array();
		for ( $at = $index + 1; ! $tokens[ $at ]->is( T_CLOSE_TAG ) && ';' !== $tokens[ $at ]->text; ++$at ) {
			$one    = $tokens[ $at ];
			$next   = $tokens[ $at + 1 ]->text ?? '';
			$inside = array_filter( $calls, fn( $name ) => 1 === preg_match( SAFE, $name ) );
			if ( '(' === $one->text ) {
				$calls[] = $tokens[ $at - 1 ]->is( T_STRING ) ? $tokens[ $at - 1 ]->text : '';
			} elseif ( '?' === $one->text ) {
				// A condition is not printed.
				$pending = array();
			} elseif ( ',' === $one->text ) {
				array_push( $found, ...$pending );
				$pending = array();
			} elseif ( ')' === $one->text ) {
				array_pop( $calls );
			} elseif ( ! $inside && ! str_contains( $lines[ $one->line - 1 ], 'phpcs:ignore' ) ) {
				$is_value    = $one->is( T_VARIABLE );
				$is_function = $one->is( T_STRING ) && '(' === $next && ! preg_match( SAFE, $one->text ) && ! preg_match( CARRIES, $one->text );
				if ( $is_value || $is_function ) {
					$pending[] = basename( $file ) . ":{$one->line} {$one->text}";
				}
			}
		}
		array_push( $found, ...$pending );
	}
	return $found;
}

echo json_encode( array_merge( ...array_map( 'unescaped_in', array_slice( $argv, 1 ) ) ) );
