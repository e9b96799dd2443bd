<?php
/** A setting is what a constant of wp-config.php says, else what the settings page stored, else the default. */

defined( 'ABSPATH' ) || exit;

const SCHOOLBELL_OPTION = 'schoolbell_settings';

/** The constant of each is its name in capitals after SCHOOLBELL_. */
const SCHOOLBELL_DEFAULTS = array(
	// The agent's address for WordPress.
	'agent'    => 'http://127.0.0.1:4020',
	// The agent's path for visitors.
	'path'     => '/school',
	// Of blocks and shortcodes that name none.
	'site'     => 'academy',
	// The same; empty: the language of the page.
	'lang'     => '',
	// Messages on pages without a block or shortcode for them.
	'popup_on' => 'none',
);

function schoolbell_setting( $name ) {
	return schoolbell_is_fixed( $name ) ? constant( schoolbell_constant( $name ) ) : schoolbell_stored()[ $name ];
}

function schoolbell_is_fixed( $name ) {
	return defined( schoolbell_constant( $name ) );
}

function schoolbell_constant( $name ) {
	return 'SCHOOLBELL_' . strtoupper( $name );
}

function schoolbell_stored() {
	$stored = get_option( SCHOOLBELL_OPTION );
	return array_intersect_key( is_array( $stored ) ? $stored : array(), SCHOOLBELL_DEFAULTS ) + SCHOOLBELL_DEFAULTS;
}
